//! What a test does without when a program of others isn't there.

/// Notes that a test is skipped, unless `SUNBEAR_REQUIRE` names what it misses: then it fails.
pub fn skip(what: &str, why: &str) {
    let required = std::env::var("SUNBEAR_REQUIRE").is_ok_and(|names| names.split(',').any(|name| name == what));
    assert!(!required, "{what} is required: {why}");
    println!("skipped: {why}");
}
