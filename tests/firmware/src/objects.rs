//! Where the encapsulation key and the ciphertext are: in this chip's RAM, or with the gateway (feature `remote`).

#[cfg(not(feature = "remote"))]
mod local;
#[cfg(feature = "remote")]
mod remote;

use core::cell::RefCell;

use sunbear::link::Receiver;

#[cfg(not(feature = "remote"))]
pub use local::Objects;
#[cfg(feature = "remote")]
pub use remote::Objects;

/// The receiver, shared by the objects of an operation.
pub type Line<'a> = RefCell<&'a mut Receiver>;
