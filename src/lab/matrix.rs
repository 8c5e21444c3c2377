//! Which rows there are: sets, operations, profiles and chips, and the kernels within.

use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use crate::sets::{self, ProfileName, Set};
use crate::sim::mcu::{self, Mcu};
use crate::sim::measure::{Operation, Subject};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An operation of the set.
    Operation(Operation),
    /// A part of its encapsulation.
    Kernel(Kernel),
}

/// A part of an operation that has rows of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// One product in the scheme's ring, with whatever goes with every product, such as ThreeBears' clarifier.
    RingProduct,
    /// The permutation `Keccak-f[1600]`.
    KeccakF,
    /// One block of SHA-512.
    Sha512Block,
    /// One block of SHA-256.
    Sha256Block,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RingProduct, Self::KeccakF, Self::Sha512Block, Self::Sha256Block];

    /// The name in tables and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RingProduct => "ring_product",
            Self::KeccakF => "keccak_f",
            Self::Sha512Block => "sha512_block",
            Self::Sha256Block => "sha256_block",
        }
    }

    /// The symbol of the assembly kernel; none for what is made of several.
    #[must_use]
    pub const fn symbol(self) -> Option<&'static str> {
        match self {
            Self::RingProduct => None,
            Self::KeccakF => Some("sunbear_keccak_f1600"),
            Self::Sha512Block => Some("sunbear_sha512_block"),
            Self::Sha256Block => Some("sunbear_sha256_block"),
        }
    }

    /// Whether the sets of a scheme use it.
    #[must_use]
    pub fn belongs_to(self, scheme: &str) -> bool {
        match self {
            Self::RingProduct => true,
            Self::KeccakF => scheme == "ThreeBears",
            Self::Sha512Block => scheme == "NTRUPrime",
            Self::Sha256Block => scheme == "NTRUEncrypt",
        }
    }
}

impl Item {
    /// Everything that may be asked for.
    pub fn all() -> impl Iterator<Item = Self> {
        Operation::ALL.into_iter().map(Self::Operation).chain(Kernel::ALL.into_iter().map(Self::Kernel))
    }

    /// The name in tables and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Operation(operation) => operation.as_str(),
            Self::Kernel(kernel) => kernel.as_str(),
        }
    }
}

/// What to measure.
#[derive(Clone)]
pub struct Selection {
    /// The sets.
    pub sets: Vec<&'static dyn Set>,
    /// Operations and kernels.
    pub items: Vec<Item>,
    /// The profiles.
    pub profiles: Vec<ProfileName>,
    /// The chips.
    pub mcus: Vec<&'static Mcu>,
}

impl Selection {
    /// Everything.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            sets: sets::all().collect(),
            items: Item::all().collect(),
            profiles: ProfileName::ALL.to_vec(),
            mcus: mcu::ALL.iter().collect(),
        }
    }

    /// The images to run, in the order of the table.
    #[must_use]
    pub fn jobs(&self) -> Vec<Job> {
        let kernels: Vec<_> =
            self.items.iter().filter_map(|item| if let Item::Kernel(k) = item { Some(*k) } else { None }).collect();
        let mut jobs = Vec::new();
        for &mcu in &self.mcus {
            for &set in &self.sets {
                for &profile in &self.profiles {
                    for operation in Operation::of(set) {
                        let wanted = self.items.contains(&Item::Operation(operation));
                        let kernels: Vec<_> = if operation == Operation::Encaps {
                            kernels.iter().copied().filter(|kernel| kernel.belongs_to(set.scheme())).collect()
                        } else {
                            vec![]
                        };
                        if wanted || !kernels.is_empty() {
                            jobs.push(Job {
                                set,
                                profile,
                                mcu,
                                operation,
                                wanted,
                                kernels: kernels.into_boxed_slice(),
                            });
                        }
                    }
                }
            }
        }
        jobs
    }
}

/// An image to run, and the rows that come from it.
#[derive(Clone)]
pub struct Job {
    /// The set.
    pub set: &'static dyn Set,
    /// The profile.
    pub profile: ProfileName,
    /// The chip.
    pub mcu: &'static Mcu,
    /// The operation.
    pub operation: Operation,
    /// Whether the operation itself is a row.
    pub wanted: bool,
    /// The kernels that are rows too.
    pub kernels: Box<[Kernel]>,
}

impl Job {
    /// The image with this operation, or another one of the same set.
    #[must_use]
    pub fn subject(&self, operation: Operation) -> Subject<'static> {
        Subject { set: self.set.name(), profile: self.profile.as_str(), operation, mcu: self.mcu, timer: false }
    }
}
