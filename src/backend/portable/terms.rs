//! Checks of terms, by masks.

use super::Portable;
use crate::backend::Terms;
use crate::masks::{below, equal, less};

impl Terms for Portable {
    fn reduce_terms(terms: &mut [u16], n: u16) {
        for term in terms {
            *term = less(*term, n);
        }
    }

    fn check_terms(terms: &[u16], n: u16) -> u8 {
        let mut wrong = 0;
        for (i, term) in terms.iter().enumerate() {
            wrong |= !below(*term, n);
            wrong |= terms[..i].iter().fold(0, |wrong, other| wrong | equal(*term, *other));
        }
        wrong as u8
    }
}
