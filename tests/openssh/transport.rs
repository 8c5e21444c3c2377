//! As much of the SSH transport (RFC 4253) as comes before encryption: greetings, packets, and the choice of algorithms.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::exchange::Exchange;

const GREETING: &str = "SSH-2.0-sunbear_test";
const KEXINIT: u8 = 20;
/// Messages that may come at any time: ignore, debug.
const NOISE: [u8; 2] = [2, 4];

/// A string with its length before it.
pub fn string(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

/// What is left to read of a message.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn string(&mut self) -> &'a [u8] {
        let (length, rest) = self.0.split_first_chunk().unwrap();
        let (string, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        self.0 = rest;
        string
    }
}

/// A connection before encryption. No wait is longer than 20 seconds.
pub struct Transport {
    stream: BufReader<TcpStream>,
}

impl Transport {
    pub fn new(stream: TcpStream) -> Self {
        let limit = Some(Duration::from_secs(20));
        stream.set_read_timeout(limit).unwrap();
        stream.set_write_timeout(limit).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    /// Greetings and lists of algorithms, both ways.
    pub fn introduce(&mut self, method: &str, is_client: bool) -> Exchange {
        writeln!(self.stream.get_ref(), "{GREETING}\r").unwrap();
        let theirs = (0..50).map(|_| self.line()).find(|line| line.starts_with("SSH-2.0-")).expect("a greeting");
        let ours = algorithms(method);
        self.send(&ours);
        let list = self.receive();
        assert_eq!(list[0], KEXINIT);
        let methods = String::from_utf8_lossy(Reader(&list[17..]).string()).into_owned();
        assert!(methods.split(',').any(|other| other == method), "{method} is not among {methods}");
        let (greetings, lists) = ([GREETING.to_owned(), theirs], [ours, list]);
        Exchange::new(greetings, lists, is_client)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        assert!(!line.is_empty(), "the other side closed the connection");
        line.trim_end().to_owned()
    }

    pub fn send(&mut self, payload: &[u8]) {
        // At least four bytes of padding, and a multiple of eight in all.
        let padding = 8 - (payload.len() + 5) % 8;
        let padding = if padding < 4 { padding + 8 } else { padding };
        let length = u32::try_from(1 + payload.len() + padding).unwrap();
        let packet =
            [&length.to_be_bytes()[..], &[u8::try_from(padding).unwrap()], payload, &vec![0; padding]].concat();
        self.stream.get_ref().write_all(&packet).unwrap();
    }

    pub fn receive(&mut self) -> Vec<u8> {
        self.try_receive().expect("a packet")
    }

    /// The next packet's payload, if there is one.
    pub fn try_receive(&mut self) -> Option<Vec<u8>> {
        for _ in 0..50 {
            let mut length = [0; 4];
            self.stream.read_exact(&mut length).ok()?;
            let length = u32::from_be_bytes(length) as usize;
            assert!((2..35_000).contains(&length), "a packet of {length} bytes");
            let mut packet = vec![0; length];
            self.stream.read_exact(&mut packet).ok()?;
            let payload = packet[1..length - usize::from(packet[0])].to_vec();
            if !NOISE.contains(&payload[0]) {
                return Some(payload);
            }
        }
        None
    }
}

/// Our list: one key exchange, one kind of host key, and ciphers that are never used.
fn algorithms(method: &str) -> Vec<u8> {
    let cipher = "aes128-ctr";
    let mac = "hmac-sha2-256";
    let names = [method, "ssh-ed25519", cipher, cipher, mac, mac, "none", "none", "", ""];
    let mut list = vec![KEXINIT];
    list.extend([0x5a; 16]);
    for name in names {
        list.extend(string(name.as_bytes()));
    }
    list.extend([0; 5]);
    list
}
