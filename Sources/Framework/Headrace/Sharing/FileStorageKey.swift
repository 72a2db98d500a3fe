#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The key of a value that is shared and kept in a file, as JSON.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey {
  /// The file, as the author spells it.
  let url: URL
  /// The file, however the author spells it.
  let place: FilePlace
  private let storage: FileStorage
  private let file: KnownFile

  fileprivate init(_ url: URL) {
    self.url = url
    storage = DependencyValues.current.defaultFileStorage
    let canonical = storage.identify(url)
    place = FilePlace(url: canonical.absoluteString, storage: storage.id)
    file = KnownFile(canonical, in: storage)
  }

  /// Reads the file.
  ///
  /// - Throws: ``FileStorageError`` if the file can't be read or is damaged. A damaged file is set
  ///   aside, so that the next change does not replace a file that can perhaps be repaired.
  public func load() throws -> Value? {
    let data: Data?
    do {
      data = try file.read()
    } catch {
      throw FileStorageError.unreadable(url.path, reason: "\(error)")
    }
    guard let data else { return nil }
    do {
      return try decode(data)
    } catch {
      throw FileStorageError.damaged(
        url.path, reason: "\(error)", setAside: try setAside()?.path)
    }
  }

  private func decode(_ data: Data) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data)
  }

  private func setAside() throws -> URL? {
    do {
      return try file.setAside()
    } catch {
      return nil
    }
  }

  /// Replaces the file in one step: even after a crash of the program there is either the old file
  /// or the new one.
  ///
  /// - Throws: ``FileStorageError`` if it can't be written, or if another process has changed it
  ///   since this key last read or wrote it. The old file stays.
  public func save(_ value: Value) throws {
    let isWritten: Bool
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      isWritten = try file.write(try encoder.encode(value))
    } catch {
      throw FileStorageError.unwritable(url.path, reason: "\(error)")
    }
    if !isWritten { throw FileStorageError.changed(url.path) }
  }

  /// Whether the storage is one in memory.
  public var savesAtOnce: Bool { storage.isImmediate }

  /// Whether two keys name the same file of the same storage.
  ///
  /// Paths with `.`, `..` or symbolic links name the file that they lead to.
  public static func == (first: Self, second: Self) -> Bool { first.place == second.place }

  /// Hashes file and storage.
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// A file of a storage.
struct FilePlace: Hashable, Sendable {
  /// The canonical URL. It is text, because systems compare URLs in different ways.
  let url: String
  let storage: UInt64
}

/// A key of a value that another process may change.
protocol KeyOfFile<Value>: SharedKey {
  /// The path, as the author spells it.
  var path: String { get }
  var place: FilePlace { get }
  /// Whether to call `changedOutside()` before the value is merely read.
  var mayHaveChangedOutside: Bool { get }
  /// The value, if another process has changed the file since this key last read or wrote it.
  func changedOutside() throws -> Value?
}

extension FileStorageKey: KeyOfFile {
  var path: String { url.path }

  // Only this process changes files in memory, and they are checked before each change.
  var mayHaveChangedOutside: Bool { !storage.isImmediate && file.mayHaveChanged }

  func changedOutside() throws -> Value? { try file.readChange(decode) }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as its author writes it.
  public var description: String { ".fileStorage(\"\(url.path)\")" }
}

extension SharedKey {
  /// Shares a value that is kept in a file, as JSON.
  ///
  /// Changes are written soon after they are made; of several, the last one is written.
  /// ``Shared/save()`` waits for that. A file that another process has changed is read again before
  /// the next change, and is never replaced by a value that ignores that change. In a test the file
  /// is in memory, unless the test overrides `\.defaultFileStorage`.
  ///
  /// - Parameter url: The file. Missing folders are created.
  public static func fileStorage<Value>(_ url: URL) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url)
  }
}

/// Why a shared value's file can't be used.
public enum FileStorageError: Error, Equatable, CustomStringConvertible {
  /// The file exists, but the system does not allow reading it.
  case unreadable(_ path: String, reason: String)
  /// The file is not a value of this type. It was moved to another name, unless that failed, too.
  case damaged(_ path: String, reason: String, setAside: String?)
  /// The file could not be written; the previous one stays.
  case unwritable(_ path: String, reason: String)
  /// Another process changed the file between a change here and its writing. The file stays, and
  /// the shared value is read from it again; repeat the change. A damaged file is kept under
  /// another name instead, and the value stays; the next change is written.
  case changed(_ path: String)

  /// What happened, with the path.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "The file \(path) could not be read: \(reason)"
    case .damaged(let path, let reason, nil): "The file \(path) is damaged: \(reason)"
    case .damaged(let path, let reason, let newPath?):
      "The file \(path) is damaged, and is kept as \(newPath): \(reason)"
    case .unwritable(let path, let reason): "The file \(path) could not be written: \(reason)"
    case .changed(let path):
      """
      The file \(path) was changed by another process meanwhile, so it was not replaced. Unless \
      it is damaged, the value is read from it: repeat the change.
      """
    }
  }
}
