//! NTRUEncrypt on the host: all sets in both profiles, in one run.
//!
//! Compare rows of one run only: absolute times say more about the machine. Every row draws its random bytes from the
//! operating system. Decryption hides the message's length and so hashes that of the longest; decapsulation doesn't.
#![allow(missing_docs)] // criterion's macros

use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use sunbear::ntru_encrypt::{
    Ees443Ep1, Ees587Ep1, Ees743Ep1, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

/// Bytes of the message that is encrypted: as many as an encapsulation encrypts.
const MESSAGE: [u8; 32] = [0x5a; 32];

fn ours<S: ParameterSet, P: Strategy>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let mut rng = UnwrapErr(SysRng);
    let mut secret = SharedSecret::new();
    let (mut public, mut private) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
    let (mut ct, mut message) = (vec![0; S::CIPHERTEXT_SIZE], vec![0; S::MAX_MESSAGE]);

    let mut workspace = Box::new(KeygenWorkspace::<S, P>::new());
    let mut generate = || PrivateKey::<S, _>::generate(&mut rng, &mut *public, &mut *private, &mut workspace);
    group.bench_function(format!("keygen/{}", P::NAME), |b| b.iter(&mut generate));
    generate().expect("the buffers have their sizes");

    let mut workspace = Box::new(Workspace::<S, P>::new());
    let mut receiving = Box::new(Workspace::<S, P>::new());
    let public = PublicKey::<S, _>::new(&*public).expect("generated");
    let private = PrivateKey::<S, _>::new(&*private).expect("generated");
    group.bench_function(format!("encrypt/{}", P::NAME), |b| {
        b.iter(|| public.encrypt(&mut rng, &MESSAGE, &mut *ct, &mut workspace));
    });
    public.encrypt(&mut rng, &MESSAGE, &mut *ct, &mut workspace).expect("the message is short enough");
    group.bench_function(format!("decrypt/{}", P::NAME), |b| {
        b.iter(|| private.decrypt(&*ct, &mut message, &mut receiving));
    });
    group.bench_function(format!("encaps/{}", P::NAME), |b| {
        b.iter(|| public.encapsulate(&mut rng, &mut *ct, &mut secret, &mut workspace));
    });
    public.encapsulate(&mut rng, &mut *ct, &mut secret, &mut workspace).expect("the buffer has its size");
    group.bench_function(format!("decaps/{}", P::NAME), |b| {
        b.iter(|| private.decapsulate(&*ct, &mut secret, &mut receiving));
    });
}

fn set<S: ParameterSet>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(S::NAME);
    ours::<S, Fast>(&mut group);
    ours::<S, Compact>(&mut group);
    group.finish();
}

fn ntru_encrypt(criterion: &mut Criterion) {
    set::<Ees443Ep1>(criterion);
    set::<Ees587Ep1>(criterion);
    set::<Ees743Ep1>(criterion);
}

criterion_group!(benches, ntru_encrypt);
criterion_main!(benches);
