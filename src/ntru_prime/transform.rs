//! The transform to chosen-ciphertext security that both schemes share (specification: "Hide", "Encap", "Decap").
//!
//! A ciphertext is the core that the scheme makes and a confirmation; a secret is a hash of the input and the
//! ciphertext. A ciphertext that re-encryption doesn't give back has a secret of its own, in the same time.

use super::HASH_SIZE;
use super::digest::{self, Prefix};
use super::draws::Draws;
use super::params::{ParameterSet, sealed::Sealed};
use super::scheme::Scheme;
use super::sink::{Compared, Hashed, Sink};
use super::source::Public;
use super::strategy::Multiplying;
use super::workspace::{DecapsulationWorkspace, KeygenWorkspace, Workspace};
use crate::backend::{Bytes, Native};
use crate::error::Error;
use crate::storage::{ReadAt, WriteAt};

/// Bytes of a ciphertext's core.
const fn core_size<S: ParameterSet>() -> usize {
    <S::Scheme as Scheme<S>>::CORE_SIZE
}

/// Makes a key pair.
pub(super) fn generate<S: ParameterSet, P: Multiplying>(
    draws: &mut impl Draws,
    ek: &mut (impl WriteAt + ?Sized),
    dk: &mut (impl WriteAt + ?Sized),
    workspace: &mut KeygenWorkspace<S, P>,
) -> Result<(), Error> {
    let KeygenWorkspace { hash, input, memory } = workspace;
    let memory = memory.as_mut();
    let mut hash = digest::start(hash, Prefix::Key);
    S::Scheme::generate::<P>(draws, (ek, &mut *dk), input.as_mut(), &mut hash, memory)?;
    let mut cache = [0; HASH_SIZE];
    hash.finish(&mut cache);
    dk.write_at(S::DECAPSULATION_KEY_SIZE - HASH_SIZE, &cache)
}

/// Makes a ciphertext and its secret. `cache` is the hash of the encapsulation key.
pub(super) fn encapsulate<S: ParameterSet, P: Multiplying, R: ReadAt + ?Sized>(
    (public, cache): (&Public<'_, R>, &[u8; HASH_SIZE]),
    draws: &mut impl Draws,
    ct: &mut (impl WriteAt + ?Sized),
    secret: &mut [u8; HASH_SIZE],
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let Workspace { hash, input, ephemeral, identity, memory } = workspace;
    let (input, memory) = (input.as_mut(), memory.as_mut());
    S::Scheme::draw(input, draws, memory);
    S::Scheme::identify(input, hash, identity);
    let mut confirmation = [0; HASH_SIZE];
    digest::digest(hash, Prefix::Confirmation, &[identity, cache], &mut confirmation);
    let ephemeral = S::Scheme::ephemeral(input, ephemeral.as_mut(), hash, memory);

    let mut hash = digest::start(hash, Prefix::Session);
    hash.absorb(identity);
    let mut sink = Hashed { storage: ct, hash: &mut hash };
    S::Scheme::hide::<P, R>(public, input, ephemeral, &mut sink, memory)?;
    sink.write(core_size::<S>(), &confirmation)?;
    hash.finish(secret);
    Ok(())
}

/// Computes the secret of a ciphertext. The workspace holds the secret polynomials already; `rejection` reads the random
/// bytes of a rejection into the place of an input.
pub(super) fn decapsulate<S: ParameterSet, P: Multiplying, R: ReadAt + ?Sized>(
    (public, cache): (&Public<'_, R>, &[u8; HASH_SIZE]),
    rejection: impl FnOnce(&mut [u8]) -> Result<(), Error>,
    ct: &(impl ReadAt + ?Sized),
    secret: &mut [u8; HASH_SIZE],
    workspace: &mut DecapsulationWorkspace<S, P>,
) -> Result<(), Error> {
    let DecapsulationWorkspace { hash, secrets, input, ephemeral, identity, memory } = workspace;
    let (input, memory) = (input.as_mut(), memory.as_mut());
    S::Scheme::reveal::<P>(input, ct, secrets.as_ref(), memory)?;
    let [identity, rejected, chosen] = identity;
    S::Scheme::identify(input, hash, identity);
    let ephemeral = S::Scheme::ephemeral(input, ephemeral.as_mut(), hash, memory);
    let mut sink = Compared { received: ct, difference: 0 };
    S::Scheme::hide::<P, R>(public, input, ephemeral, &mut sink, memory)?;
    digest::digest(hash, Prefix::Confirmation, &[identity, cache], chosen);
    sink.write(core_size::<S>(), chosen)?;
    let difference = sink.difference;

    rejection(input)?;
    S::Scheme::identify(input, hash, rejected);
    let prefixes = [[Prefix::Session as u8; HASH_SIZE], [Prefix::Rejected as u8; HASH_SIZE]];
    Native::select(chosen, &prefixes[0], &prefixes[1], difference);
    let mut hash = hash.start();
    hash.absorb(&chosen[..1]);
    Native::select(chosen, identity, rejected, difference);
    hash.absorb(chosen);
    digest::absorb_from(&mut hash, ct, 0, S::CIPHERTEXT_SIZE)?;
    hash.finish(secret);
    Ok(())
}

/// The hash of an encapsulation key.
pub(super) fn key_hash<S: ParameterSet>(
    ek: &(impl ReadAt + ?Sized),
    hash: &mut crate::hash::sha512::Sha512,
    out: &mut [u8; HASH_SIZE],
) -> Result<(), Error> {
    let mut hash = digest::start(hash, Prefix::Key);
    digest::absorb_from(&mut hash, ek, 0, S::ENCAPSULATION_KEY_SIZE)?;
    hash.finish(out);
    Ok(())
}

/// Where the parts of a decapsulation key begin: the encapsulation key, the random bytes of a rejection, the hash.
pub(super) fn parts<S: ParameterSet>() -> [usize; 3] {
    let public = size_of::<<S as Sealed>::Secrets>();
    [public, public + S::ENCAPSULATION_KEY_SIZE, S::DECAPSULATION_KEY_SIZE - HASH_SIZE]
}
