#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a program may count on: that its three standard streams are there.
enum StandardStreams {
  /// Fills the place of each stream that was closed before the program started, so that it fails as
  /// a closed one does.
  ///
  /// Else the next file takes the number: an answer was written into whatever the system opened
  /// first, and a refusal could have been written into the journal.
  static func fillClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is given. Reading is refused where it was meant, and so is writing.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
