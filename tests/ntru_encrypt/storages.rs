//! Media that fail: an operation must report so, panic never and leave the secret alone. Media that count: an operation
//! writes each byte of its output once and asks for nothing outside.

use std::cell::Cell;

use sunbear::ntru_encrypt::{KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};
use sunbear::storage::{ReadAt, WriteAt};
use sunbear::{Error, SharedSecret};

use crate::{Counter, each, encapsulate, generate};

/// A medium that counts its calls and fails at one of them.
pub struct Failing<T> {
    bytes: T,
    pub calls: Cell<usize>,
    fails_at: usize,
    /// How often each byte was written.
    writes: Vec<u8>,
}

impl<T> Failing<T> {
    pub fn at(fails_at: usize, bytes: T) -> Self {
        Self { bytes, calls: 0.into(), fails_at, writes: Vec::new() }
    }

    fn call(&self) -> Result<(), Error> {
        let call = self.calls.replace(self.calls.get() + 1);
        if call == self.fails_at { Err(Error::Storage) } else { Ok(()) }
    }
}

impl<T: ReadAt> ReadAt for Failing<T> {
    fn size(&self) -> usize {
        self.bytes.size()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        assert!(offset + out.len() <= self.size(), "a read beyond the end");
        self.call()?;
        self.bytes.read_at(offset, out)
    }
}

impl<T: WriteAt> WriteAt for Failing<T> {
    fn size(&self) -> usize {
        self.bytes.size()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        assert!(offset + bytes.len() <= WriteAt::size(&self.bytes), "a write beyond the end");
        self.call()?;
        self.writes.resize(self.bytes.size(), 0);
        self.writes[offset..offset + bytes.len()].iter_mut().for_each(|count| *count += 1);
        self.bytes.write_at(offset, bytes)
    }
}

/// Runs `operation` with a medium that fails at call k, for a spread of all k that it makes. `operation` gets k and
/// returns its result and the calls made.
fn fails_at_any_call(mut operation: impl FnMut(usize, &mut SharedSecret) -> (Result<(), Error>, usize)) {
    let (result, calls) = operation(usize::MAX, &mut SharedSecret::new());
    assert_eq!(result, Ok(()));
    assert!(calls >= 3, "only {calls} calls");
    let spread = (0..calls).step_by(calls.div_ceil(25));
    for k in (0..5.min(calls)).chain(spread).chain([calls - 1]) {
        let mut secret = SharedSecret::new();
        let (result, calls) = operation(k, &mut secret);
        assert_eq!(result, Err(Error::Storage), "call {k}");
        assert_eq!(calls, k + 1, "nothing is asked after a failure");
        assert_eq!(*secret.as_bytes(), [0; 32], "call {k}");
    }
}

fn every_medium<S: ParameterSet, P: Strategy>() {
    let seed = KeySeed::<S>::from_bytes(&[1; 32]);
    let (mut ek, mut dk) = generate::<S, P>(&[1; 32]);
    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);

    let keygen = &mut KeygenWorkspace::<S, P>::new();
    let once = |medium: &Failing<&mut [u8]>| assert!(medium.writes.iter().all(|count| *count == 1));
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut ek[..]);
        let result = seed.write_keys(&mut medium, &mut dk[..], keygen);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut dk[..]);
        let result = seed.write_keys(&mut ek[..], &mut medium, keygen);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    let (ek, dk) = generate::<S, P>(&[1; 32]);

    // Reading a key looks at all of it, so media fail there too.
    let workspace = &mut Workspace::<S, P>::new();
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ek[..]);
        let result = PublicKey::<S, _>::new(&medium)
            .and_then(|key| key.encapsulate(&mut Counter(5), &mut ct[..], secret, workspace));
        (result, medium.calls.get())
    });
    let key = PublicKey::<S, _>::new(&ek[..]).expect("generated");
    fails_at_any_call(|k, secret| {
        let mut medium = Failing::at(k, &mut ct[..]);
        let result = key.encapsulate(&mut Counter(5), &mut medium, secret, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut ct[..]);
        let result = key.encrypt(&mut Counter(5), b"medium", &mut medium, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    let (ct, _) = encapsulate::<S, P>(&ek, 5);

    let workspace = &mut Workspace::<S, P>::new();
    let mut message = vec![0xa5; S::MAX_MESSAGE];
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &dk[..]);
        let result = PrivateKey::<S, _>::new(&medium).and_then(|key| key.decapsulate(&ct[..], secret, workspace));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let medium = Failing::at(k, &dk[..]);
        (PrivateKey::<S, _>::new(&medium).and_then(|key| key.check(keygen)), medium.calls.get())
    });
    let key = PrivateKey::<S, _>::new(&dk[..]).expect("generated");
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ct[..]);
        (key.decapsulate(&medium, secret, workspace), medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        message.fill(0xa5);
        let medium = Failing::at(k, &ct[..]);
        let result = key.decrypt(&medium, &mut message, workspace).map(|length| assert_eq!(length, 32));
        assert!(result.is_ok() || message.iter().all(|byte| *byte == 0xa5), "call {k}");
        (result, medium.calls.get())
    });
}
each!(every_medium);
