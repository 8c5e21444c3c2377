//! sntrup761 as it is deployed: the key exchange `sntrup761x25519-sha512@openssh.com` (RFC 9941) with OpenSSH's own
//! programs, in both roles, over the loopback interface.
//!
//! The programs check for us: a server signs the exchange hash, which holds the shared secret, and a client refuses a
//! wrong signature. Where they aren't installed the tests say so and pass, unless `SUNBEAR_REQUIRE` names `openssh`.
#![cfg(feature = "cli")]

#[path = "openssh/exchange.rs"]
mod exchange;
#[path = "openssh/programs.rs"]
mod programs;
#[path = "common/required.rs"]
mod required;
#[path = "openssh/transport.rs"]
mod transport;

use std::net::{TcpListener, TcpStream};
use std::thread;

use ed25519_dalek::{Signer, SigningKey};
use sunbear::{Compact, Fast};

use exchange::{Exchange, Initiator, METHOD, respond};
use programs::{Installed, ssh, sshd};
use transport::{Reader, Transport, string};

/// SSH message numbers (RFC 4253, section 12; RFC 5656, section 7.1).
const NEWKEYS: u8 = 21;
const INIT: u8 = 30;
const REPLY: u8 = 31;

/// A connection to ourselves.
fn loopback() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (near, listener.accept().unwrap().0)
}

/// What a server's reply was, and the initiator's side of it.
struct Replied {
    exchange: Exchange,
    host_key: Vec<u8>,
    signature: Vec<u8>,
    reply: Vec<u8>,
    initiator: Initiator,
}

impl Replied {
    /// Whether the host key has signed the exchange hash with this secret.
    fn is_signed(&self, secret: &[u8]) -> bool {
        let mut blob = Reader(&self.host_key);
        assert_eq!(blob.string(), b"ssh-ed25519");
        let key = ed25519_dalek::VerifyingKey::from_bytes(blob.string().try_into().unwrap()).unwrap();
        let mut blob = Reader(&self.signature);
        assert_eq!(blob.string(), b"ssh-ed25519");
        let signature = ed25519_dalek::Signature::from_slice(blob.string()).unwrap();
        let hash = self.exchange.hash(&self.host_key, &self.reply, secret);
        key.verify_strict(&hash, &signature).is_ok()
    }
}

/// The exchange with a server, up to its new keys.
fn exchange_with_server(stream: TcpStream) -> Replied {
    let mut transport = Transport::new(stream);
    let initiator = Initiator::new();
    let mut exchange = transport.introduce(METHOD, true);
    exchange.init = initiator.public();
    transport.send(&[&[INIT][..], &string(&exchange.init)].concat());
    let reply = transport.receive();
    let mut reader = Reader(&reply[1..]);
    assert_eq!(reply[0], REPLY, "the server's reply");
    let (host_key, reply, signature) = (reader.string().to_vec(), reader.string().to_vec(), reader.string().to_vec());
    assert_eq!(transport.receive(), [NEWKEYS]);
    Replied { exchange, host_key, signature, reply, initiator }
}

#[test]
fn a_real_server_derives_the_same_secret() {
    let Some(server) = Installed::find("/usr/sbin/sshd", "openssh-server") else { return };
    let (near, far) = loopback();
    let daemon = sshd(&server, far);
    let replied = exchange_with_server(near);
    assert_eq!(replied.host_key, daemon.host_key());

    let secret = replied.initiator.secret::<Fast>(&replied.reply);
    assert!(replied.is_signed(&secret), "the server's secret is another one");
    assert_eq!(replied.initiator.secret::<Compact>(&replied.reply), secret);

    // What shows that this could have failed.
    let mut wrong = secret.clone();
    wrong[0] ^= 1;
    assert!(!replied.is_signed(&wrong));
    for place in [0, 500, 1038, 1039, 1070] {
        let mut tampered = replied.reply.clone();
        tampered[place] ^= 1;
        let other = replied.initiator.secret::<Fast>(&tampered);
        assert_ne!(other, secret, "byte {place}");
        assert!(!replied.is_signed(&other), "byte {place}");
    }
}

/// Answers a client; `spoil` changes the secret. Returns whether the client went on to new keys.
fn answer(stream: TcpStream, key: &SigningKey, spoil: u8) -> bool {
    let mut transport = Transport::new(stream);
    let mut exchange = transport.introduce(METHOD, false);
    let init = transport.receive();
    assert_eq!(init[0], INIT, "the client's message");
    exchange.init = Reader(&init[1..]).string().to_vec();
    let (reply, mut secret) = respond::<Compact>(&exchange.init);
    secret[0] ^= spoil;
    let host_key = programs::public_blob(key);
    let signature = key.sign(&exchange.hash(&host_key, &reply, &secret));
    let signature = [string(b"ssh-ed25519"), string(&signature.to_bytes())].concat();
    transport.send(&[&[REPLY][..], &string(&host_key), &string(&reply), &string(&signature)].concat());
    transport.send(&[NEWKEYS]);
    transport.try_receive().is_some_and(|payload| payload == [NEWKEYS])
}

#[test]
fn a_real_client_derives_the_same_secret() {
    let Some(client) = Installed::find("/usr/bin/ssh", "openssh-client") else { return };
    let key = SigningKey::from_bytes(&[7; 32]);
    for spoil in [0, 1] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = ssh(&client, port, &key);
        let server = {
            let key = key.clone();
            thread::spawn(move || answer(listener.accept().unwrap().0, &key, spoil))
        };
        let said = client.output();
        let went_on = server.join().unwrap();
        assert_eq!(went_on, spoil == 0, "{said}");
        assert_eq!(said.contains("incorrect signature"), spoil != 0, "{said}");
        assert_eq!(said.contains("SSH2_MSG_NEWKEYS received"), spoil == 0, "{said}");
    }
}
