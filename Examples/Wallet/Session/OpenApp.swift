import DurableFiles
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
    guard FileManager.default.fileExists(atPath: path), let descriptor = lock() else {
      return FileManager.default.fileExists(atPath: path)
    }
    close(descriptor)
    return false
  }

  /// Locks the file until the descriptor is closed; nil if another app has locked it, or if there
  /// is no home folder.
  func lock() -> Int32? {
    do throws(FileFailure) {
      return try FileSystem.posix.tryLock(path)
    } catch {
      // The app also runs without the lock, for example before its home folder is created.
      return nil
    }
  }
}
