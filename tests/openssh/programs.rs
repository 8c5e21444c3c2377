//! OpenSSH's programs, each with files of its own in a directory that goes away.

use std::fs;
use std::io::Read;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64ct::{Base64, Encoding};
use ed25519_dalek::SigningKey;
use tempfile::TempDir;

use super::exchange::METHOD;
use super::required::skip;
use super::transport::string;

/// A program that is there.
pub struct Installed(&'static str);

impl Installed {
    /// The program, or a note that its package is missing.
    pub fn find(path: &'static str, package: &str) -> Option<Self> {
        if Path::new(path).is_file() && Path::new("/usr/bin/ssh-keygen").is_file() {
            return Some(Self(path));
        }
        skip("openssh", &format!("{path} is not here (Debian's {package})"));
        None
    }
}

/// A key as SSH writes public ones.
pub fn public_blob(key: &SigningKey) -> Vec<u8> {
    [string(b"ssh-ed25519"), string(key.verifying_key().as_bytes())].concat()
}

/// A process with its directory; it is ended when dropped.
pub struct Running {
    child: Child,
    directory: TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server for the connection that it gets as its standard input, as from inetd.
pub fn sshd(program: &Installed, stream: TcpStream) -> Running {
    let directory = TempDir::new().unwrap();
    let (key, config) = (directory.path().join("host_key"), directory.path().join("config"));
    let made = Command::new("/usr/bin/ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(&key).status();
    assert!(made.unwrap().success());
    let lines = format!("HostKey {}\nKexAlgorithms {METHOD}\nUsePAM no\nPidFile none\n", key.display());
    fs::write(&config, lines).unwrap();
    // The server wants its empty directory when it is root; nobody else can make it, or needs it.
    let _ = fs::create_dir("/run/sshd");
    let socket: OwnedFd = stream.into();
    let child = Command::new(program.0)
        .args(["-i", "-e", "-f"])
        .arg(&config)
        .stdin(Stdio::from(socket.try_clone().unwrap()))
        .stdout(Stdio::from(socket))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    Running { child, directory }
}

impl Running {
    /// The public key that the server has.
    pub fn host_key(&self) -> Vec<u8> {
        let text = fs::read_to_string(self.directory.path().join("host_key.pub")).unwrap();
        let words: Vec<_> = text.split_whitespace().collect();
        assert_eq!(words[0], "ssh-ed25519");
        Base64::decode_vec(words[1]).unwrap()
    }

    /// What a client says until it ends, of which it has 30 seconds.
    pub fn output(mut self) -> String {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(30), "ssh does not end");
            thread::sleep(Duration::from_millis(20));
        }
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said
    }
}

/// A client that knows this host key and no other.
pub fn ssh(program: &Installed, port: u16, key: &SigningKey) -> Running {
    let directory = TempDir::new().unwrap();
    let known = directory.path().join("known_hosts");
    fs::write(&known, format!("[127.0.0.1]:{port} ssh-ed25519 {}\n", Base64::encode_string(&public_blob(key))))
        .unwrap();
    let child = Command::new(program.0)
        .args(["-v", "-F", "none", "-p", &port.to_string()])
        .args(["-o", "StrictHostKeyChecking=yes", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20"])
        .args(["-o", "GlobalKnownHostsFile=none", "-o"])
        .arg(format!("UserKnownHostsFile={}", known.display()))
        .arg("-o")
        .arg(format!("KexAlgorithms={METHOD}"))
        .args(["nobody@127.0.0.1", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Running { child, directory }
}
