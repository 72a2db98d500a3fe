import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that the app keeps locked while it is open on a home.
///
/// 'wallet lock' can't lock the app, whose keys are in another process, and says so.
struct OpenApp: Sendable {
  private let path: String

  init(home: String) {
    path = home + "/app.lock"
  }

  /// True if an app is open.
  var isOpen: Bool {
    guard let descriptor = descriptor() else { return FileManager.default.fileExists(atPath: path) }
    defer { close(descriptor) }
    // Another command may look at the same moment.
    for _ in 1...3 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return false }
      usleep(5_000)
    }
    return true
  }

  /// Locks the file until the descriptor is closed, as each of several apps does; nil if there is
  /// no home.
  func lock() -> Int32? {
    guard let descriptor = descriptor(O_CREAT) else { return nil }
    // Another process may look for a moment whether an app is open.
    for _ in 1...20 {
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return descriptor }
      usleep(5_000)
    }
    close(descriptor)
    return nil
  }

  private func descriptor(_ flag: Int32 = 0) -> Int32? {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flag, 0o600)
    return descriptor < 0 ? nil : descriptor
  }
}
