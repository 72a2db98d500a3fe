import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A shared value's knowledge of its file: the content that was last read or written.
///
/// If the file has another content, another process has changed it.
final class KnownFile: Sendable {
  private enum Content {
    /// Neither read nor written yet.
    case unknown
    case absent
    case present(FileVersion, hash: Int)
  }

  private struct Known {
    var content = Content.unknown
    /// A later version, which could not be read: perhaps it is being written.
    var unreadable: FileVersion?
  }

  private let url: URL
  private let storage: FileStorage
  /// The lock is held while the file is read or written, so this always describes the later
  /// of the two.
  private let known = Mutex(Known())

  init(_ url: URL, in storage: FileStorage) {
    self.url = url
    self.storage = storage
  }

  /// Reads the file.
  ///
  /// - Returns: `nil` if there is none.
  func read() throws -> Data? {
    try known.withLock { known in
      // Taken before reading: a change in between has another version.
      let version = storage.version(url)
      let data = try storage.read(url)
      known = Known(content: Self.content(data, version))
      return data
    }
  }

  /// Reads the file if another process has changed it since it was last read or written here.
  ///
  /// - Parameter decode: Makes a value of the content. If it throws, the file counts as not read.
  func readChange<Value>(_ decode: (Data) throws -> Value) throws -> Value? {
    try known.withLock { known in
      guard isChanged(from: &known.content), let version = storage.version(url) else { return nil }
      if let unreadable = known.unreadable, unreadable.isSettled, version.isSame(as: unreadable) {
        return nil
      }
      do {
        guard let data = try storage.read(url) else { return nil }
        let value = try decode(data)
        known = Known(content: Self.content(data, version))
        return value
      } catch {
        known.unreadable = version
        throw error
      }
    }
  }

  /// Replaces the file.
  ///
  /// - Returns: `false` if another process has changed it. Then the file stays.
  func write(_ data: Data) throws -> Bool {
    try known.withLock { known in
      var isWritten = false
      try storage.locked(url) {
        guard !isChanged(from: &known.content) else { return }
        try storage.write(data, url)
        known = Known(content: Self.content(data, storage.version(url)))
        isWritten = true
      }
      return isWritten
    }
  }

  /// Renames the file, unless it has changed since it was read.
  ///
  /// - Returns: The new name; `nil` if the file was not renamed.
  func setAside() throws -> URL? {
    try known.withLock { known in
      var newURL: URL?
      try storage.locked(url) {
        guard !isChanged(from: &known.content) else { return }
        newURL = try storage.setAside(url)
        known = Known(content: .absent)
      }
      return newURL
    }
  }

  /// Whether the file's version has changed. It asks the file system, without reading the file or
  /// waiting for a thread that does.
  var mayHaveChanged: Bool {
    known.withLockIfAvailable { known in
      guard let version = storage.version(url) else { return false }
      if let unreadable = known.unreadable, version.isSame(as: unreadable) { return false }
      switch known.content {
      case .unknown: return false
      case .absent: return true
      case .present(let known, _): return !version.isSame(as: known)
      }
    } ?? false
  }

  private static func content(_ data: Data?, _ version: FileVersion?) -> Content {
    guard let data else { return .absent }
    return version.map { .present($0, hash: hash(data)) } ?? .unknown
  }

  /// Whether another process has changed the file since it was last read or written here. A file
  /// that was removed does not count as changed, because it has no content that could be lost.
  private func isChanged(from content: inout Content) -> Bool {
    guard let version = storage.version(url) else { return false }
    switch content {
    case .unknown: return false
    case .absent: return true
    case .present(let known, let hash):
      if known.isSettled, version.isSame(as: known) { return false }
      guard let data = readIfPossible(), Self.hash(data) == hash else { return true }
      content = .present(version, hash: hash)
      return false
    }
  }

  private func readIfPossible() -> Data? {
    do {
      return try storage.read(url)
    } catch {
      return nil
    }
  }

  private static func hash(_ data: Data) -> Int {
    var hasher = Hasher()
    // Safe: the bytes are used during the call only.
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
