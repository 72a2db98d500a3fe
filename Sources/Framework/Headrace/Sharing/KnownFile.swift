import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file of a shared value, and the content that was last read or written.
///
/// If the file's content differs, another process has changed it.
final class KnownFile: Sendable {
  private enum Content {
    /// The file was neither read nor written yet.
    case unknown
    case absent
    case present(FileVersion, Data)
  }

  private struct Known {
    var content = Content.unknown
    /// A later version that could not be read, perhaps because it is being written.
    var unreadable: FileVersion?
  }

  /// The path as spelled by the author.
  let path: String
  /// The canonical URL.
  private let url: URL
  private let storage: FileStorage
  /// The last known content.
  ///
  /// The lock is held while the file is read or written, so this always describes the latest of
  /// these.
  private let known = Mutex(Known())

  init(_ url: URL, in storage: FileStorage) {
    path = url.path
    self.url = storage.identify(url)
    self.storage = storage
  }

  var isInMemory: Bool { storage.isInMemory }

  /// Reads the file.
  ///
  /// - Returns: `nil` if the file does not exist.
  func read() throws -> Data? {
    try known.withLock { known in
      // Taken before reading, so that a change in between has another version.
      let version = storage.version(url)
      let data = try storage.read(url)
      known = Known(content: Self.content(data, version))
      return data
    }
  }

  /// Reads the file if another process has changed it since it was last read or written here.
  ///
  /// - Parameter decode: Creates a value from the content. If it throws, the file counts as not
  ///   read.
  func readChange<Value>(_ decode: (Data) throws -> Value) throws -> Value? {
    try known.withLock { known in
      guard isChanged(from: &known.content), let version = storage.version(url) else { return nil }
      if let unreadable = known.unreadable, unreadable.isSettled, version == unreadable {
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

  /// Replaces the file, unless another process has changed it.
  ///
  /// - Returns: True if it was replaced.
  func write(_ data: Data) throws -> Bool {
    try changing { content in
      try storage.write(data, url)
      content = Self.content(data, storage.version(url))
    }
  }

  /// Renames the file, unless it has changed since it was read.
  ///
  /// - Returns: The new path; `nil` if the file was not renamed.
  func setAside() -> String? {
    let folder = url.deletingLastPathComponent()
    var target = folder.appending(path: "\(url.lastPathComponent).damaged")
    let isRenamed = Result {
      try changing { content in
        var number = 1
        while storage.version(target) != nil {
          number += 1
          target = folder.appending(path: "\(url.lastPathComponent).damaged-\(number)")
        }
        try storage.move(url, target)
        content = .absent
      }
    }
    if case .success(true) = isRenamed { return target.path }
    return nil
  }

  /// Runs a closure that changes the file, unless another process has changed it.
  private func changing(_ body: (inout Content) throws -> Void) throws -> Bool {
    try known.withLock { known in
      var isChanging = false
      try storage.locked(url) {
        guard !isChanged(from: &known.content) else { return }
        try body(&known.content)
        known.unreadable = nil
        isChanging = true
      }
      return isChanging
    }
  }

  /// True if the file's version has changed.
  ///
  /// The file system is asked, without reading the file or waiting for a thread that does.
  ///
  /// For files in memory it is `false`: only this process changes them, and they are checked before
  /// each change.
  var mayHaveChanged: Bool {
    if isInMemory { return false }
    return known.withLockIfAvailable { known in
      guard let version = storage.version(url), version != known.unreadable else { return false }
      switch known.content {
      case .unknown: return false
      case .absent: return true
      case .present(let known, _): return version != known
      }
    } ?? false
  }

  private static func content(_ data: Data?, _ version: FileVersion?) -> Content {
    guard let data else { return .absent }
    return version.map { .present($0, data) } ?? .unknown
  }

  /// Returns true if another process has changed the file since it was last read or written here.
  ///
  /// A removed file does not count as changed, because it has no content that could be lost.
  private func isChanged(from content: inout Content) -> Bool {
    guard let version = storage.version(url) else { return false }
    switch content {
    case .unknown: return false
    case .absent: return true
    case .present(let known, let data):
      if known.isSettled, version == known { return false }
      let read = Result { try storage.read(url) }
      guard case .success(let newData?) = read, newData == data else { return true }
      content = .present(version, data)
      return false
    }
  }
}

extension KnownFile: Hashable {
  /// Returns true if both are the same file of the same storage, however their paths are spelled.
  static func == (first: KnownFile, second: KnownFile) -> Bool {
    // Compared as text, because systems compare URLs in different ways.
    first.storage.id == second.storage.id && first.url.absoluteString == second.url.absoluteString
  }

  func hash(into hasher: inout Hasher) { hasher.combine(url.absoluteString) }
}

// MARK: - Canonical Paths

extension KnownFile {
  /// Returns the URL of a file without `.`, `..`, doubled slashes and, on request, symbolic links.
  ///
  /// Paths are compared byte by byte, as the system does. A component that does not exist yet
  /// counts as a folder or file, not as a link.
  ///
  /// - Returns: The canonical URL; the given one if it is not the URL of a file.
  static func canonical(_ url: URL, followingLinks: Bool) -> URL {
    guard url.isFileURL else { return url }
    var path = url.absoluteURL.path
    if !isAbsolute(path) { path = "\(FileManager.default.currentDirectoryPath)/\(path)" }
    var pending = Array(names(in: path).reversed())
    var found: [String] = []
    // The system's own limit of symbolic links in one path.
    var linksLeft = followingLinks ? 40 : 0
    while let name = pending.popLast() {
      switch name {
      case ".": continue
      case "..": _ = found.popLast()
      default:
        found.append(name)
        if linksLeft == 0 { continue }
        let link = Result {
          try FileManager.default.destinationOfSymbolicLink(atPath: joined(found))
        }
        guard case .success(let target) = link else { continue }
        linksLeft -= 1
        if isAbsolute(target) { found = [] } else { found.removeLast() }
        pending += names(in: target).reversed()
      }
    }
    return URL(filePath: joined(found), directoryHint: .notDirectory)
  }

  private static let slash = UInt8(ascii: "/")

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Returns the names in a path.
  ///
  /// The path is split by bytes, because a slash and the following bytes can form one `Character`.
  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  private static func joined(_ names: [String]) -> String { "/" + names.joined(separator: "/") }
}
