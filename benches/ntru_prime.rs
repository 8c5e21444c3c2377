//! NTRU Prime on the host, beside `sntrup-kem` (Rust, scalar), `sntrup` (Rust, SIMD chosen at run time) and PQClean's
//! code through `pqcrypto-ntruprime` (C, AVX2 where there is), in one run.
//!
//! Compare rows of one run only: absolute times say more about the machine. Every row draws its random bytes from the
//! operating system, but `pqcrypto-ntruprime` and `sunbear` do so in one call an operation and the two Rust crates as
//! their own code asks.
#![allow(missing_docs)] // criterion's macros

use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeygenWorkspace, Ntrulpr653, Ntrulpr761, Ntrulpr857,
    Ntrulpr953, Ntrulpr1013, Ntrulpr1277, ParameterSet, PreparedDecapsulationKey, PreparedEncapsulationKey, Sntrup653,
    Sntrup761, Sntrup857, Sntrup953, Sntrup1013, Sntrup1277, Strategy, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn ours<S: ParameterSet, P: Strategy>(group: &mut Group<'_>) {
    let mut rng = UnwrapErr(SysRng);
    let mut secret = SharedSecret::new();
    let (mut ek, mut dk) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::DECAPSULATION_KEY_SIZE]);
    let mut ct = vec![0; S::CIPHERTEXT_SIZE];

    let mut workspace = Box::new(KeygenWorkspace::<S, P>::new());
    let mut generate = || DecapsulationKey::<S, _>::generate(&mut rng, &mut *ek, &mut *dk, &mut workspace);
    group.bench_function(format!("keygen/{}", P::NAME), |b| b.iter(&mut generate));
    generate().expect("the buffers have their sizes");

    let mut workspace = Box::new(Workspace::<S, P>::new());
    let ek = EncapsulationKey::<S, _>::new(&*ek).expect("the buffer has its size");
    group.bench_function(format!("encaps/{}", P::NAME), |b| {
        b.iter(|| ek.encapsulate(&mut rng, &mut *ct, &mut secret, &mut workspace));
    });
    let mut prepared = PreparedEncapsulationKey::<S>::new();
    prepared.prepare(&ek).expect("slices don't fail");
    group.bench_function(format!("encaps, prepared/{}", P::NAME), |b| {
        b.iter(|| prepared.encapsulate(&mut rng, &mut *ct, &mut secret, &mut workspace));
    });

    let mut workspace = Box::new(DecapsulationWorkspace::<S, P>::new());
    let dk = DecapsulationKey::<S, _>::new(&*dk).expect("the buffer has its size");
    group.bench_function(format!("decaps/{}", P::NAME), |b| {
        b.iter(|| dk.decapsulate(&*ct, &mut secret, &mut workspace));
    });
    let mut prepared = PreparedDecapsulationKey::<S>::new();
    prepared.prepare(&dk).expect("slices don't fail");
    group.bench_function(format!("decaps, prepared/{}", P::NAME), |b| {
        b.iter(|| prepared.decapsulate(&*ct, &mut secret, &mut workspace));
    });
}

/// The two Rust crates have the same interface.
macro_rules! rust_peer {
    ($group:ident, $name:literal, $peer:ty) => {
        let mut rng = UnwrapErr(SysRng);
        $group.bench_function(concat!("keygen/", $name), |b| b.iter(|| <$peer>::generate_key(&mut rng)));
        let (ek, dk) = <$peer>::generate_key(&mut rng);
        $group.bench_function(concat!("encaps/", $name), |b| b.iter(|| ek.encapsulate(&mut rng)));
        let (ct, _) = ek.encapsulate(&mut rng);
        $group.bench_function(concat!("decaps/", $name), |b| b.iter(|| dk.decapsulate(&ct)));
    };
}

macro_rules! set {
    ($criterion:ident, $set:ident, $pqclean:ident $(, $peer:ident)?) => {
        let mut group = $criterion.benchmark_group($set::NAME);
        ours::<$set, Fast>(&mut group);
        ours::<$set, Compact>(&mut group);
        $(
            rust_peer!(group, "sntrup-kem", sntrup_kem::$peer);
            rust_peer!(group, "sntrup", sntrup::$peer);
        )?
        {
            use pqcrypto_ntruprime::$pqclean::{decapsulate, encapsulate, keypair};
            group.bench_function("keygen/PQClean", |b| b.iter(keypair));
            let (pk, sk) = keypair();
            group.bench_function("encaps/PQClean", |b| b.iter(|| encapsulate(&pk)));
            let (_, ct) = encapsulate(&pk);
            group.bench_function("decaps/PQClean", |b| b.iter(|| decapsulate(&ct, &sk)));
        }
        group.finish();
    };
}

fn ntru_prime(criterion: &mut Criterion) {
    set!(criterion, Sntrup653, sntrup653, Sntrup653);
    set!(criterion, Sntrup761, sntrup761, Sntrup761);
    set!(criterion, Sntrup857, sntrup857, Sntrup857);
    set!(criterion, Sntrup953, sntrup953, Sntrup953);
    set!(criterion, Sntrup1013, sntrup1013, Sntrup1013);
    set!(criterion, Sntrup1277, sntrup1277, Sntrup1277);
    set!(criterion, Ntrulpr653, ntrulpr653);
    set!(criterion, Ntrulpr761, ntrulpr761);
    set!(criterion, Ntrulpr857, ntrulpr857);
    set!(criterion, Ntrulpr953, ntrulpr953);
    set!(criterion, Ntrulpr1013, ntrulpr1013);
    set!(criterion, Ntrulpr1277, ntrulpr1277);
}

criterion_group!(benches, ntru_prime);
criterion_main!(benches);
