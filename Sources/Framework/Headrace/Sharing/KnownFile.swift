import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a shared value knows of its file: the content that it has last read or written.
///
/// If the file has another content, another process has changed it.
final class KnownFile: Sendable {
  private enum Content {
    /// Neither read nor written yet.
    case unknown
    case absent
    case present(FileVersion, hash: Int)
  }

  private let url: URL
  private let storage: FileStorage
  /// The lock is held while the file is read or written, so that this is always the last of both.
  private let content = Mutex(Content.unknown)

  init(_ url: URL, in storage: FileStorage) {
    self.url = url
    self.storage = storage
  }

  /// Reads the file.
  ///
  /// - Returns: `nil` if there is none.
  func read() throws -> Data? {
    try content.withLock { content in
      // Before it is read: a change that comes between has another version.
      let version = storage.version(url)
      guard let data = try storage.read(url) else {
        content = .absent
        return nil
      }
      content = version.map { .present($0, hash: Self.hash(data)) } ?? .unknown
      return data
    }
  }

  /// Replaces the file.
  ///
  /// - Returns: `false` if another process has changed it. Then the file stays.
  func write(_ data: Data) throws -> Bool {
    try content.withLock { content in
      var isWritten = false
      try storage.locked(url) {
        guard !isChanged(from: &content) else { return }
        try storage.write(data, url)
        content = storage.version(url).map { .present($0, hash: Self.hash(data)) } ?? .unknown
        isWritten = true
      }
      return isWritten
    }
  }

  /// Renames the file, unless it has changed since it was read.
  ///
  /// - Returns: The new name; `nil` if the file was not renamed.
  func setAside() throws -> URL? {
    try content.withLock { content in
      var newURL: URL?
      try storage.locked(url) {
        guard !isChanged(from: &content) else { return }
        newURL = try storage.setAside(url)
        content = .absent
      }
      return newURL
    }
  }

  /// Whether another process has changed the file since it was last read or written here.
  var isChanged: Bool { content.withLock { isChanged(from: &$0) } }

  /// A file that was removed has no content that could be lost, and is no change.
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
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
