//! Keys that no key generation writes are refused as such, before anything is drawn or written.

use sunbear::ntru_encrypt::{KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy};
use sunbear::{Error, Object};

use crate::{decrypt, each, encrypt, generate};

fn public<S: ParameterSet>(bytes: &[u8]) -> Result<(), Error> {
    PublicKey::<S, _>::new(bytes).map(|_| ())
}

fn private<S: ParameterSet>(bytes: &[u8]) -> Result<(), Error> {
    PrivateKey::<S, _>::new(bytes).map(|_| ())
}

/// The bytes with some of them in place.
fn with(bytes: &[u8], at: usize, patch: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + patch.len()].copy_from_slice(patch);
    bytes
}

fn headers<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[2; 32]);
    let refused = [Err(Error::Malformed(Object::EncapsulationKey)), Err(Error::Malformed(Object::DecapsulationKey))];
    for at in 0..5 {
        for byte in 0..=255 {
            let (other_ek, other_dk) = (with(&ek, at, &[byte]), with(&dk, at, &[byte]));
            let right = |own: u8| byte == own;
            assert_eq!(public::<S>(&other_ek), if right(ek[at]) { Ok(()) } else { refused[0] });
            // FF is another name of 2, as to libntruencrypt; FE is the name of keys that aren't product-form.
            let right = right(dk[at]) || at == 0 && byte == 0xff;
            assert_eq!(private::<S>(&other_dk), if right { Ok(()) } else { refused[1] });
        }
    }
    let ct = encrypt::<S, P>(&ek, b"alias", 1);
    assert_eq!(decrypt::<S, P>(&with(&dk, 0, &[0xff]), &ct), Ok(b"alias".to_vec()));
}
each!(headers);

fn public_polynomials<S: ParameterSet, P: Strategy>() {
    let (ek, _) = generate::<S, P>(&[3; 32]);
    let refused = Err(Error::Malformed(Object::EncapsulationKey));
    // Bits behind the last coefficient.
    for bit in 0..8 * S::CIPHERTEXT_SIZE - 11 * S::N {
        assert_eq!(public::<S>(&with(&ek, ek.len() - 1, &[ek[ek.len() - 1] | 1 << bit])), refused);
    }
    // One bit anywhere changes the sum of the coefficients.
    for at in (5..ek.len()).step_by(7) {
        for bit in 0..8 {
            assert_eq!(public::<S>(&with(&ek, at, &[ek[at] ^ 1 << bit])), refused);
        }
    }
    let zeros = [&ek[..5], &vec![0; S::CIPHERTEXT_SIZE]].concat();
    assert_eq!(public::<S>(&zeros), refused);
    // The sum is all that is asked of the polynomial: more takes the private key.
    let mut three = zeros;
    three[6] = 3 << 5;
    assert_eq!(public::<S>(&three), Ok(()));
}
each!(public_polynomials);

/// The indices of a private key.
fn indices<S: ParameterSet>(dk: &[u8]) -> Vec<u16> {
    let bits = if S::N == 443 { 9 } else { 10 };
    let packed = &dk[S::PUBLIC_KEY_SIZE..];
    let bit = |i: usize| u16::from(packed[i / 8] >> (7 - i % 8) & 1);
    (0..8 * packed.len() / bits).map(|i| (0..bits).fold(0, |index, j| index << 1 | bit(bits * i + j))).collect()
}

/// The key with one index replaced.
fn with_index<S: ParameterSet>(dk: &[u8], i: usize, index: u16) -> Vec<u8> {
    let bits = if S::N == 443 { 9 } else { 10 };
    let mut dk = dk.to_vec();
    for j in 0..bits {
        let at = bits * i + j;
        let byte = &mut dk[S::PUBLIC_KEY_SIZE + at / 8];
        let mask = 1 << (7 - at % 8);
        *byte = *byte & !mask | if index >> (bits - 1 - j) & 1 == 1 { mask } else { 0 };
    }
    dk
}

fn private_indices<S: ParameterSet, P: Strategy>() {
    let (_, dk) = generate::<S, P>(&[4; 32]);
    let terms = indices::<S>(&dk);
    let refused = Err(Error::Malformed(Object::DecapsulationKey));
    let [_, a, b, c] = match S::N {
        443 => [443, 18, 34, 44],
        587 => [587, 20, 40, 56],
        _ => [743, 22, 44, 74],
    };
    assert_eq!(terms.len(), c);
    // Bits behind the last index.
    for bit in 0..if S::N == 587 { 0 } else { 4 } {
        assert_eq!(private::<S>(&with(&dk, dk.len() - 1, &[dk[dk.len() - 1] | 1 << bit])), refused);
    }
    let most = if S::N == 443 { 511 } else { 1023 };
    for i in 0..c {
        for index in [S::N as u16, S::N as u16 + 1, most] {
            assert_eq!(private::<S>(&with_index::<S>(&dk, i, index)), refused, "{index} at {i}");
        }
        // Another index of the same list, which is plus, then minus.
        let (start, end) = if i < a {
            (0, a)
        } else if i < b {
            (a, b)
        } else {
            (b, c)
        };
        for other in (start..end).filter(|other| *other != i) {
            assert_eq!(private::<S>(&with_index::<S>(&dk, i, terms[other])), refused, "{i} as {other}");
        }
        // One of another list is no repetition, if it isn't one by chance.
        let foreign = terms[(end + i) % c];
        if (end + i) % c < start || (end + i) % c >= end {
            let expected = if terms[start..end].contains(&foreign) && foreign != terms[i] { refused } else { Ok(()) };
            assert_eq!(private::<S>(&with_index::<S>(&dk, i, foreign)), expected);
        }
        // The largest that is one.
        if !terms[start..end].contains(&(S::N as u16 - 1)) {
            assert_eq!(private::<S>(&with_index::<S>(&dk, i, S::N as u16 - 1)), Ok(()));
        }
    }
}
each!(private_indices);

/// Halves that don't belong together are seen by the check, though not by reading.
fn halves<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[5; 32]);
    let (other, _) = generate::<S, P>(&[6; 32]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    let mut check = |dk: &[u8]| PrivateKey::<S, _>::new(dk).expect("well-formed").check(workspace);
    let refused = Err(Error::Malformed(Object::DecapsulationKey));
    assert_eq!(check(&dk), Ok(()));
    assert_eq!(check(&with(&dk, 5, &other[5..])), refused);
    assert_eq!(check(&with(&dk, 20, &[ek[20] ^ 1])), refused);
    let terms = indices::<S>(&dk);
    let free = (0..S::N as u16).find(|index| !terms.contains(index)).expect("most are free");
    for i in 0..terms.len() {
        assert_eq!(check(&with_index::<S>(&dk, i, free)), refused);
    }
}
each!(halves);
