//! Files of keys, ciphertexts and secrets, and the standard streams.
//!
//! Outputs appear whole or not at all: all are written aside, next to where they belong, and renamed when nothing else
//! can fail. Secrets are readable by their owner only, and no buffered stream keeps a copy of them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zeroize::Zeroize;

use super::failure::{Failure, shown};

/// The path that means standard input or output.
pub const STREAM: &str = "-";

/// Bytes of a fixed number, wiped when dropped.
pub struct Bytes(Box<[u8]>);

impl Bytes {
    /// So many zeros.
    pub fn zeros(size: usize) -> Self {
        Self(vec![0; size].into_boxed_slice())
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        self.0.as_mut().zeroize();
    }
}

/// A file to write.
pub struct Output<'a> {
    /// Where, or [`STREAM`].
    pub path: &'a Path,
    /// What.
    pub bytes: &'a [u8],
    /// Whether others must not read it.
    pub secret: bool,
}

/// Checks that no file is meant twice.
pub fn check_paths(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Failure> {
    if inputs.iter().filter(|path| is_stream(path)).count() > 1 {
        return Err(Failure::about(Path::new(STREAM), "only one input can come from standard input"));
    }
    if outputs.iter().filter(|path| is_stream(path)).count() > 1 {
        return Err(Failure::about(Path::new(STREAM), "only one output can go to standard output"));
    }
    let outputs: Vec<_> = outputs.iter().map(|path| (path, Identity::of(path, Stream::Output))).collect();
    for (i, (path, identity)) in outputs.iter().enumerate() {
        if outputs[..i].iter().any(|(_, other)| identity.is(other)) {
            return Err(Failure::about(path, "named for two outputs"));
        }
        if inputs.iter().any(|input| identity.is(&Identity::of(input, Stream::Input))) {
            return Err(Failure::about(path, "named for an input and an output"));
        }
    }
    Ok(())
}

/// Reads a file of exactly `size` bytes.
pub fn read(path: &Path, what: &str, size: usize) -> Result<Bytes, Failure> {
    // One more byte shows that a stream goes on.
    let mut bytes = Bytes::zeros(size + 1);
    let mut file = open(path).map_err(|error| Failure::io(path, &error))?;
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::io(path, &error)),
        }
    }
    if filled == size {
        let mut exact = Bytes::zeros(size);
        exact.copy_from_slice(&bytes[..size]);
        return Ok(exact);
    }
    let actual = match file.metadata() {
        _ if filled < size => filled.to_string(),
        Ok(metadata) if metadata.is_file() && metadata.len() > size as u64 => metadata.len().to_string(),
        _ => format!("more than {size}"),
    };
    Err(Failure::about(path, &format!("{actual} bytes instead of the {size} of {what}")))
}

/// Reads a text to its end, which must come within 64 MiB.
pub fn read_text(path: &Path) -> Result<Vec<u8>, Failure> {
    const MOST: u64 = 64 << 20;
    let mut text = Vec::new();
    let outcome = open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut text));
    outcome.map_err(|error| Failure::io(path, &error))?;
    if text.len() as u64 > MOST {
        return Err(Failure::about(path, "more than 64 MiB, that is no file of known answers"));
    }
    Ok(text)
}

/// Writes all outputs or none; of two, the first is in place before the second.
///
/// If the last step, a rename, fails, the outputs renamed before are removed again. What a stream or a device has
/// taken can't be taken back, so those come before it.
pub fn write(outputs: &[Output<'_>]) -> Result<(), Failure> {
    let (mut staged, mut direct) = (Vec::new(), Vec::new());
    for output in outputs {
        match target(output.path)? {
            Target::File(path) => staged.push(Staged::new(output, path)?),
            Target::Direct => direct.push(output),
        }
    }
    for output in direct {
        let outcome = if is_stream(output.path) || is_standard_output(output.path) {
            standard_output().and_then(|mut out| out.write_all(output.bytes).and_then(|()| out.flush()))
        } else {
            OpenOptions::new().write(true).open(output.path).and_then(|mut file| file.write_all(output.bytes))
        };
        outcome.map_err(|error| Failure::io(output.path, &error))?;
    }
    commit(staged)
}

/// Checks that a file could be written there, before the work that fills it is done.
#[cfg(feature = "sim")]
pub fn probe(path: &Path) -> Result<(), Failure> {
    match target(path)? {
        Target::File(target) => Staged::new(&Output { path, bytes: &[], secret: false }, target).map(drop),
        Target::Direct => Ok(()),
    }
}

/// Prints a text to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    printed(io::stdout().write_all(text.as_bytes()))
}

/// The outcome of printing a text: a reader that has gone away, as `head` does, had read enough.
pub fn printed(outcome: io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::io(Path::new(STREAM), &error)),
        _ => Ok(()),
    }
}

/// Where an output goes.
enum Target {
    /// Into a file, by a rename.
    File(PathBuf),
    /// Into a stream, a pipe or a device, which are there already and must stay what they are.
    Direct,
}

fn target(path: &Path) -> Result<Target, Failure> {
    // The open files of a process by other names: whatever they are, they are not to be replaced.
    if is_stream(path) || path.starts_with("/dev/fd") || path.starts_with("/proc") || is_standard_output(path) {
        return Ok(Target::Direct);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(Failure::about(path, "is a directory")),
        // A rename would replace a link instead of what it points to.
        Ok(metadata) if metadata.is_file() => {
            fs::canonicalize(path).map(Target::File).map_err(|error| Failure::io(path, &error))
        }
        Ok(_) => Ok(Target::Direct),
        Err(_) if path.is_symlink() => Err(Failure::about(path, "is a link to nothing")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Target::File(path.to_path_buf())),
        Err(error) => Err(Failure::io(path, &error)),
    }
}

/// Standard output by the names that a system may give it.
fn is_standard_output(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// An output written aside. Dropped, it is gone.
struct Staged<'a> {
    name: &'a Path,
    target: PathBuf,
    file: NamedTempFile,
}

impl<'a> Staged<'a> {
    fn new(output: &Output<'a>, target: PathBuf) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io(output.path, &error);
        if target.file_name().is_none() {
            return Err(Failure::about(output.path, "is not the name of a file"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sunbear-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The process's umask applies, as to any new file.
            builder.permissions(fs::Permissions::from_mode(if output.secret { 0o600 } else { 0o666 }));
        }
        let mut file = builder.tempfile_in(parent(&target)).map_err(failed)?;
        file.write_all(output.bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        Ok(Self { name: output.path, target, file })
    }
}

/// Renames the outputs to where they belong.
fn commit(staged: Vec<Staged<'_>>) -> Result<(), Failure> {
    let mut done: Vec<PathBuf> = Vec::new();
    for Staged { name, target, file } in staged {
        if let Err(error) = file.persist(&target) {
            let mut left = String::new();
            for path in done {
                if fs::remove_file(&path).is_err() {
                    left.push_str("; could not remove ");
                    left.push_str(&shown(&path));
                }
            }
            let Failure { code, message } = Failure::io(name, &error.error);
            return Err(Failure { code, message: message + &left });
        }
        done.push(target);
    }
    Ok(())
}

/// A standard stream.
#[derive(Clone, Copy)]
enum Stream {
    Input,
    Output,
}

/// What tells whether two paths mean the same file.
struct Identity {
    /// The resolved path, if it is not a stream.
    path: Option<PathBuf>,
    /// Device and inode of a file or pipe, on systems that have them. Devices are left out: `/dev/null` takes anything
    /// from anybody.
    #[cfg(unix)]
    inode: Option<(u64, u64)>,
}

impl Identity {
    fn of(path: &Path, stream: Stream) -> Self {
        Self {
            path: (!is_stream(path)).then(|| resolved(path)),
            #[cfg(unix)]
            inode: inode(path, stream),
        }
    }

    fn is(&self, other: &Self) -> bool {
        if self.path.is_some() && self.path == other.path {
            return true;
        }
        #[cfg(unix)]
        if self.inode.is_some() && self.inode == other.inode {
            return true;
        }
        false
    }
}

/// The path without links and detours; of a file yet to come, that of its directory and its name.
fn resolved(path: &Path) -> PathBuf {
    let new = || Some(fs::canonicalize(parent(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_path_buf())
}

#[cfg(unix)]
fn inode(path: &Path, stream: Stream) -> Option<(u64, u64)> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let metadata = match stream {
        _ if !is_stream(path) => fs::metadata(path),
        Stream::Input => standard_input().and_then(|file| file.metadata()),
        Stream::Output => standard_output().and_then(|file| file.metadata()),
    };
    let metadata = metadata.ok()?;
    (metadata.is_file() || metadata.file_type().is_fifo()).then(|| (metadata.dev(), metadata.ino()))
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == STREAM
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn open(path: &Path) -> io::Result<File> {
    if is_stream(path) { standard_input() } else { File::open(path) }
}

/// Standard input without a buffer.
#[cfg(unix)]
fn standard_input() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard output without a buffer.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard input without a buffer.
#[cfg(windows)]
fn standard_input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Standard output without a buffer.
#[cfg(windows)]
fn standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staged<'a>(path: &'a Path, bytes: &'a [u8]) -> Staged<'a> {
        Staged::new(&Output { path, bytes, secret: false }, path.to_path_buf()).unwrap()
    }

    #[test]
    fn a_failed_rename_takes_the_first_output_back() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (dir.path().join("first"), dir.path().join("second"));
        let outputs = vec![staged(&first, b"1"), staged(&second, b"2")];
        // Somebody makes a directory there after all checks.
        fs::create_dir(&second).unwrap();
        let failure = commit(outputs).unwrap_err();
        assert_eq!(failure.code, super::super::failure::BAD_INPUT);
        assert!(failure.message.starts_with(&shown(&second)), "{}", failure.message);
        let names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["second"]);
    }

    #[test]
    fn a_dropped_output_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        drop(staged(&dir.path().join("first"), b"1"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
