import DurableFiles
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The mark of a home whose app is open: a file that the app has locked for as long as it runs.
///
/// 'wallet lock' can't lock the app, which holds its keys in a process of its own, and says so.
struct OpenApp: Sendable {
  private let path: String

  init(home: String) {
    path = home + "/app.lock"
  }

  /// Whether an app is open.
  var isOpen: Bool {
    guard FileManager.default.fileExists(atPath: path), let descriptor = lock() else {
      return FileManager.default.fileExists(atPath: path)
    }
    close(descriptor)
    return false
  }

  /// Marks the home until the descriptor is closed; nil where another app has, or where there is no
  /// home.
  func lock() -> Int32? {
    do throws(FileFailure) {
      return try FileSystem.posix.tryLock(path)
    } catch {
      // The app runs without the mark, too, for example in a home that is not made yet.
      return nil
    }
  }
}
