#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A guarantee for the rest of the program: all three standard streams are open.
enum StandardStreams {
  /// Replaces each stream that was closed before the program started by one that fails as a closed
  /// one does.
  ///
  /// Otherwise the next file gets the number: an answer was once written into whatever the system
  /// opened first, and a refusal could have been written into the journal.
  static func fillClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The system returns the lowest free number. Opened the wrong way, reads and writes both
      // fail.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
