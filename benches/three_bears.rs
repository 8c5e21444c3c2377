//! ThreeBears on the host, beside the portable C of the field (PQClean's, through `pqcrypto-threebears`), in one run.
//!
//! Compare rows of one run only: absolute times say more about the machine. The C draws its random bytes from the
//! operating system inside its operations, 40 for a key and 32 for a ciphertext, as does the row `sunbear` here.
#![allow(missing_docs)] // criterion's macros

use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use pqcrypto_threebears::{babybear, babybearephem, mamabear, mamabearephem, papabear, papabearephem};
use sunbear::three_bears::{
    BabyBear, BabyBearEphem, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, MamaBear, MamaBearEphem,
    PapaBear, PapaBearEphem, ParameterSet, PreparedDecapsulationKey, Reusable, SingleUse, Strategy, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Key pair and ciphertext of a set, and the rows that every set has.
fn common<S: ParameterSet, P: Strategy>(group: &mut Group<'_>) -> (DecapsulationKey<S>, Vec<u8>) {
    let mut rng = UnwrapErr(SysRng);
    let mut workspace = Box::new(Workspace::<S, P>::new());
    let (mut ek, mut ct) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::CIPHERTEXT_SIZE]);
    let mut secret = SharedSecret::new();
    group.bench_function(format!("keygen/{}", P::NAME), |b| {
        b.iter(|| {
            let key = DecapsulationKey::<S>::generate(&mut rng);
            key.write_encapsulation_key(&mut *ek, &mut workspace)
        });
    });
    let key = DecapsulationKey::<S>::generate(&mut rng);
    key.write_encapsulation_key(&mut *ek, &mut workspace).expect("the buffer has its size");
    let ek = EncapsulationKey::<S, _>::new(&*ek).expect("the buffer has its size");
    group.bench_function(format!("encaps/{}", P::NAME), |b| {
        b.iter(|| ek.encapsulate(&mut rng, &mut *ct, &mut secret, &mut workspace));
    });
    (key, ct)
}

fn reusable<S: Reusable, P: Strategy>(group: &mut Group<'_>) {
    let (key, ct) = common::<S, P>(group);
    let mut workspace = Box::new(DecapsulationWorkspace::<S, P>::new());
    let mut secret = SharedSecret::new();
    group.bench_function(format!("decaps/{}", P::NAME), |b| {
        b.iter(|| key.decapsulate(&*ct, &mut secret, &mut workspace));
    });
    let mut prepared = vec![0; S::PREPARED_KEY_SIZE];
    key.prepare(&mut *prepared, workspace.base()).expect("the buffer has its size");
    let prepared = PreparedDecapsulationKey::<S, _>::new(&*prepared).expect("the buffer has its size");
    group.bench_function(format!("decaps, prepared/{}", P::NAME), |b| {
        b.iter(|| prepared.decapsulate(&*ct, &mut secret, workspace.base()));
    });
}

fn single_use<S: SingleUse, P: Strategy>(group: &mut Group<'_>) {
    let (key, ct) = common::<S, P>(group);
    let mut workspace = Box::new(Workspace::<S, P>::new());
    let mut secret = SharedSecret::new();
    group.bench_function(format!("decaps/{}", P::NAME), |b| {
        b.iter(|| {
            DecapsulationKey::<S>::from_bytes(key.as_bytes()).decapsulate_once(&*ct, &mut secret, &mut workspace)
        });
    });
}

macro_rules! set {
    ($criterion:ident, $set:ident, $kind:ident, $peer:ident) => {
        let mut group = $criterion.benchmark_group($set::NAME);
        $kind::<$set, Fast>(&mut group);
        $kind::<$set, Compact>(&mut group);
        group.bench_function("keygen/portable C", |b| b.iter($peer::keypair));
        let (pk, sk) = $peer::keypair();
        group.bench_function("encaps/portable C", |b| b.iter(|| $peer::encapsulate(&pk)));
        let (_, ct) = $peer::encapsulate(&pk);
        group.bench_function("decaps/portable C", |b| b.iter(|| $peer::decapsulate(&ct, &sk)));
        group.finish();
    };
}

fn three_bears(criterion: &mut Criterion) {
    set!(criterion, BabyBear, reusable, babybear);
    set!(criterion, MamaBear, reusable, mamabear);
    set!(criterion, PapaBear, reusable, papabear);
    set!(criterion, BabyBearEphem, single_use, babybearephem);
    set!(criterion, MamaBearEphem, single_use, mamabearephem);
    set!(criterion, PapaBearEphem, single_use, papabearephem);
}

criterion_group!(benches, three_bears);
criterion_main!(benches);
