#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The properties that distinguish a file's content from earlier content, without reading the file.
struct FileVersion: Sendable {
  /// The file's number, its size, and the times of its last changes in nanoseconds.
  private let identity: [Int64]

  /// True if every later change of the file has another time.
  ///
  /// The clock of a file system advances in steps of some milliseconds, so two changes within one
  /// step look the same.
  let isSettled: Bool

  /// Creates the version of a file in memory, which carries no information, so contents are
  /// compared.
  init() {
    identity = []
    isSettled = false
  }

  /// Creates the version of a file of the file system; `nil` if it does not exist or is
  /// inaccessible.
  init?(path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    let times = [modified, changed].map(Self.nanoseconds)
    identity = [Int64(truncatingIfNeeded: info.st_ino), Int64(info.st_size)] + times
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    isSettled = times.allSatisfy { Self.nanoseconds(now) &- $0 > Self.clockStepNanosecondsMax }
  }

  private static let clockStepNanosecondsMax: Int64 = 100_000_000

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileVersion: Equatable {
  /// Returns true if both versions are the same, apart from the passing of time.
  static func == (first: Self, second: Self) -> Bool { first.identity == second.identity }
}

/// A lock on a folder, which programs take to replace its files one at a time.
enum FolderLock {
  /// Runs a closure while this thread has the lock.
  ///
  /// If the folder can't be locked, the closure runs without it.
  static func withLock(of path: String, _ body: () throws -> Void) throws {
    let folder = open(path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return try body() }
    // Closing the folder releases the lock.
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    try body()
  }
}
