//! Operations on a medium that fails at one of its calls.

use sunbear::{Error, SharedSecret};

/// Runs `operation` with a medium that fails at call k, for a spread of all k that it makes. `operation` gets k and
/// returns its result and the calls made.
pub fn fails_at_any_call(mut operation: impl FnMut(usize, &mut SharedSecret) -> (Result<(), Error>, usize)) {
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
