//! Where outputs go: never onto an input or each other, whole or not at all, and secrets for their owner only.

use std::fs;

use super::{Dir, fails};

const KEYGEN: [&str; 3] = ["keygen", "--set", "BabyBear"];
const ENCAPS: [&str; 3] = ["encaps", "--set", "BabyBear"];
const DECAPS: [&str; 3] = ["decaps", "--set", "BabyBear"];

#[test]
fn no_file_is_meant_twice() {
    let dir = Dir::new();
    dir.keygen("BabyBear", "fast");
    dir.encaps("BabyBear", "fast");
    fs::create_dir(dir.path().join("folder")).unwrap();
    let absolute = dir.path().join("same");
    let absolute = absolute.to_str().unwrap();
    let before = ["ct", "dk", "ek", "ss"].map(|name| dir.read(name));
    for (command, files) in [
        (KEYGEN, &["--ek", "same", "--dk", "same"][..]),
        (KEYGEN, &["--ek", "same", "--dk", "./same"]),
        (KEYGEN, &["--ek", "same", "--dk", "folder/../same"]),
        (KEYGEN, &["--ek", "same", "--dk", absolute]),
        (KEYGEN, &["--ek", "ek", "--dk", "./ek"]),
        (KEYGEN, &["--ek", "-", "--dk", "-"]),
        (ENCAPS, &["--ek", "ek", "--ct", "same", "--ss", "same"]),
        (ENCAPS, &["--ek", "ek", "--ct", "-", "--ss", "-"]),
        (ENCAPS, &["--ek", "ek", "--ct", "ek", "--ss", "new"]),
        (ENCAPS, &["--ek", "ek", "--ct", "new", "--ss", "folder/../ek"]),
        (DECAPS, &["--dk", "dk", "--ct", "ct", "--ss", "dk"]),
        (DECAPS, &["--dk", "dk", "--ct", "ct", "--ss", "./ct"]),
        (DECAPS, &["--dk", "-", "--ct", "-", "--ss", "new"]),
    ] {
        fails(dir.tool(&command).args(files), 2, &[1; 40]);
        assert_eq!(dir.names(), ["ct", "dk", "ek", "folder", "ss"], "{files:?}");
        assert_eq!(["ct", "dk", "ek", "ss"].map(|name| dir.read(name)), before);
    }
}

#[test]
fn outputs_that_cannot_be_written_leave_nothing() {
    let dir = Dir::new();
    fs::create_dir(dir.path().join("folder")).unwrap();
    dir.write("plain", b"");
    for (ek, dk, name) in [
        ("none/ek", "dk", "none/ek"),
        ("ek", "none/dk", "none/dk"),
        ("plain/ek", "dk", "plain/ek"),
        ("ek", "plain/dk", "plain/dk"),
        ("folder", "dk", "folder"),
        ("ek", "folder", "folder"),
        ("ek", "folder/..", "folder/.."),
        ("-", "none/dk", "none/dk"),
    ] {
        let line = fails(dir.tool(&KEYGEN).args(["--ek", ek, "--dk", dk]), 2, b"");
        assert!(line.starts_with(&format!("sunbear: {name}: ")), "{line}");
        assert_eq!(dir.names(), ["folder", "plain"]);
        assert_eq!(fs::read_dir(dir.path().join("folder")).unwrap().count(), 0);
    }
}

#[test]
fn a_failure_keeps_what_was_there() {
    let dir = Dir::new();
    dir.write("dk", b"precious");
    fails(dir.tool(&KEYGEN).args(["--ek", "none/ek", "--dk", "dk"]), 2, b"");
    assert_eq!((dir.read("dk"), dir.names()), (b"precious".to_vec(), vec!["dk".to_owned()]));
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Stdio;

    use super::super::{Dir, fails, ok};
    use super::{DECAPS, ENCAPS, KEYGEN};

    fn mode(dir: &Dir, name: &str) -> u32 {
        fs::metadata(dir.path().join(name)).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn secrets_are_for_their_owner() {
        let dir = Dir::new();
        for name in ["dk", "ss", "ek"] {
            dir.write(name, b"old");
            fs::set_permissions(dir.path().join(name), Permissions::from_mode(0o644)).unwrap();
        }
        dir.keygen("BabyBear", "fast");
        dir.encaps("BabyBear", "fast");
        ok(dir.tool(&DECAPS).args(["--dk", "dk", "--ct", "ct", "--ss", "ss2"]), b"");
        for name in ["dk", "ss", "ss2"] {
            assert_eq!(mode(&dir, name), 0o600, "{name}");
        }
        // As the umask has it, like any new file.
        File::create(dir.path().join("plain")).unwrap();
        for name in ["ek", "ct"] {
            assert_eq!(mode(&dir, name), mode(&dir, "plain"), "{name}");
        }
    }

    #[test]
    fn a_read_only_directory_is_an_error() {
        let dir = Dir::new();
        let locked = dir.path().join("locked");
        fs::create_dir(&locked).unwrap();
        fs::set_permissions(&locked, Permissions::from_mode(0o555)).unwrap();
        // The superuser may write there all the same.
        if File::create(locked.join("probe")).is_err() {
            for (ek, dk) in [("locked/ek", "dk"), ("ek", "locked/dk")] {
                let line = fails(dir.tool(&KEYGEN).args(["--ek", ek, "--dk", dk]), 2, b"");
                assert!(line.contains("locked/"), "{line}");
                assert_eq!(dir.names(), ["locked"]);
            }
        }
        fs::set_permissions(&locked, Permissions::from_mode(0o755)).unwrap();
        // Nobody may make files here.
        #[cfg(target_os = "linux")]
        for (ek, dk) in [("/proc/ek", "dk"), ("ek", "/proc/dk")] {
            let line = fails(dir.tool(&KEYGEN).args(["--ek", ek, "--dk", dk]), 2, b"");
            assert!(line.starts_with("sunbear: /proc/"), "{line}");
            assert_eq!(dir.names(), ["locked"]);
        }
    }

    #[test]
    fn devices_are_written_to_and_stay() {
        let dir = Dir::new();
        ok(dir.tool(&KEYGEN).args(["--ek", "ek", "--dk", "/dev/null"]), b"");
        assert_eq!(dir.read("ek").len(), 804);
        let ct = ok(dir.tool(&ENCAPS).args(["--ek", "ek", "--ct", "/dev/stdout", "--ss", "/dev/null"]), b"");
        assert_eq!(ct.len(), 917);
        assert_eq!(dir.names(), ["ek"]);
        #[cfg(target_os = "linux")]
        {
            let line = fails(dir.tool(&ENCAPS).args(["--ek", "ek", "--ct", "/dev/full", "--ss", "ss"]), 2, b"");
            assert!(line.starts_with("sunbear: /dev/full: "), "{line}");
            assert_eq!(dir.names(), ["ek"]);
        }
    }

    #[test]
    fn links_are_followed() {
        let dir = Dir::new();
        dir.write("target", b"");
        symlink("target", dir.path().join("link")).unwrap();
        ok(dir.tool(&KEYGEN).args(["--ek", "link", "--dk", "dk"]), b"");
        assert_eq!(dir.read("target").len(), 804);
        assert!(fs::symlink_metadata(dir.path().join("link")).unwrap().is_symlink());
        let line = fails(dir.tool(&KEYGEN).args(["--ek", "link", "--dk", "target"]), 2, b"");
        assert!(line.contains("two outputs"), "{line}");
        fails(dir.tool(&ENCAPS).args(["--ek", "link", "--ct", "ct", "--ss", "target"]), 2, b"");
        assert_eq!(dir.names(), ["dk", "link", "target"]);
    }

    #[test]
    fn a_redirected_stream_is_the_file_behind_it() {
        let dir = Dir::new();
        dir.keygen("BabyBear", "fast");
        let dk = dir.read("dk");
        let file = |name| File::options().append(true).open(dir.path().join(name)).unwrap();
        for args in [["--ek", "-", "--dk", "dk"], ["--ek", "dk", "--dk", "-"], ["--ek", "-", "--dk", "/dev/stdout"]] {
            let output = dir.tool(&KEYGEN).args(args).stdin(Stdio::null()).stdout(file("dk")).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert_eq!(dir.read("dk"), dk);
        }
        // The same pipe by two names.
        fails(dir.tool(&KEYGEN).args(["--ek", "-", "--dk", "/dev/stdout"]), 2, b"");
        let input = File::open(dir.path().join("ek")).unwrap();
        let output = dir.tool(&ENCAPS).args(["--ek", "-", "--ct", "ek", "--ss", "ss"]).stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(dir.names(), ["dk", "ek"]);
    }

    /// The other half of a key must not stay as if it were one.
    #[test]
    fn a_reader_that_is_gone_is_an_error_for_a_key() {
        let dir = Dir::new();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = dir.tool(&KEYGEN).args(["--ek", "-", "--dk", "dk"]).stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(dir.names().is_empty());
    }

    #[test]
    fn names_need_not_be_text() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let dir = Dir::new();
        let name = OsStr::from_bytes(b"\xff\n\x1b[1m");
        let mut keygen = dir.tool(&KEYGEN);
        keygen.args(["--dk", "dk", "--ek"]).arg(name);
        ok(&mut keygen, b"");
        let mut encaps = dir.tool(&["encaps", "--set", "MamaBear", "--ct", "c", "--ss", "s", "--ek"]);
        let line = fails(encaps.arg(name), 2, b"");
        assert!(!line.contains('\x1b'));
    }
}
