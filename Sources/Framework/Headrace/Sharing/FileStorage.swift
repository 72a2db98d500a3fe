#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The storage for shared values of `.fileStorage`.
public struct FileStorage: Sendable {
  /// A number that distinguishes storages, each of which has separate files.
  let id: UInt64
  /// True if writing takes no time, and no other process can change the files.
  let isInMemory: Bool
  /// Returns the canonical URL of a file, whose URL can be spelled in several ways.
  let identify: @Sendable (URL) -> URL
  /// Returns the version of a file; `nil` if it does not exist.
  let version: @Sendable (URL) -> FileVersion?
  /// Reads a file; returns `nil` if it does not exist.
  let read: @Sendable (URL) throws -> Data?
  /// Replaces a file atomically.
  let write: @Sendable (Data, URL) throws -> Void
  /// Renames a file.
  let move: @Sendable (_ source: URL, _ target: URL) throws -> Void
  /// Runs a closure while no other Headrace program changes files in the file's folder.
  let locked: @Sendable (URL, () throws -> Void) throws -> Void

  /// The file system.
  public static let fileSystem = FileStorage(
    id: 0, isInMemory: false,
    identify: { KnownFile.canonical($0, followingLinks: true) },
    version: { FileVersion(path: $0.path) },
    read: { url in
      do {
        return try Data(contentsOf: url)
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return nil
      }
    },
    write: { data, url in try data.write(to: url, options: .atomic) },
    move: { source, target in try FileManager.default.moveItem(at: source, to: target) },
    locked: { url, body in
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FolderLock.withLock(of: folder.path, body)
    })

  /// Files in memory; initially there are none.
  public static var inMemory: Self { inMemory([:]) }

  /// Returns a storage of files in memory.
  ///
  /// - Parameter files: The initial files.
  public static func inMemory(_ files: [URL: Data]) -> Self {
    let identify = { @Sendable (url: URL) in KnownFile.canonical(url, followingLinks: false) }
    // The files by their canonical URLs.
    let files = LockIsolated(Dictionary(files.map { (identify($0), $1) }) { $1 })
    return FileStorage(
      id: StateStamp.next(), isInMemory: true, identify: identify,
      version: { files.value[$0].map { _ in FileVersion() } },
      read: { files.value[$0] },
      write: { data, url in files.withValue { $0[url] = data } },
      move: { source, target in
        files.withValue { $0[target] = $0.removeValue(forKey: source) }
      },
      locked: { _, body in try body() })
  }

  /// Returns the current content of a file.
  ///
  /// - Returns: `nil` if the file does not exist.
  /// - Throws: If the file exists and can't be read.
  public func contents(of url: URL) throws -> Data? { try read(identify(url)) }
}

extension DependencyValues {
  /// The storage for shared values of `.fileStorage`: the file system or, in tests and previews,
  /// memory.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependency.self] }
    set { self[FileStorageDependency.self] = newValue }
  }
}

enum FileStorageDependency: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

// MARK: - Keys

/// The key of a shared value that is stored in a file, as JSON.
///
/// Two keys are equal if they denote the same file of the same storage. Paths with `.`, `..` or
/// symbolic links denote the file that they lead to.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey {
  let file: KnownFile

  /// Reads the file.
  ///
  /// - Throws: ``FileStorageError`` if the file can't be read or is damaged. A damaged file is
  ///   renamed, so that the next change does not replace a file that may be repairable.
  public func load() throws -> Value? {
    let data: Data?
    do {
      data = try file.read()
    } catch {
      throw FileStorageError.unreadable(file.path, reason: "\(error)")
    }
    do {
      return try data.map(decode)
    } catch {
      throw FileStorageError.damaged(
        file.path, reason: "\(error)", setAside: file.setAside())
    }
  }

  /// Replaces the file atomically: even after a crash of the program, either the old file exists or
  /// the new one.
  ///
  /// - Throws: ``FileStorageError`` if the file can't be written, or if another process has changed
  ///   it since this key last read or wrote it. The old file is kept.
  public func save(_ value: Value) throws {
    let isWritten: Bool
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      isWritten = try file.write(try encoder.encode(value))
    } catch {
      throw FileStorageError.unwritable(file.path, reason: "\(error)")
    }
    if !isWritten { throw FileStorageError.changed(file.path) }
  }

  private func decode(_ data: Data) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data)
  }
}

/// The key of a value that another process can change.
protocol FileKey<Value>: SharedKey {
  var file: KnownFile { get }
  /// Returns the value, if another process has changed the file since this key last read or wrote
  /// it.
  func changeOfFile() throws -> Value?
}

extension FileStorageKey: FileKey {
  func changeOfFile() throws -> Value? { try file.readChange(decode) }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as written in source.
  public var description: String { ".fileStorage(\"\(file.path)\")" }
}

extension SharedKey {
  /// Shares a value that is stored in a file, as JSON.
  ///
  /// Changes are written soon after they are made; of several, the last one is written.
  /// ``Shared/save()`` waits for that. A file that another process has changed is read again before
  /// the next change, and is never replaced by a value that ignores the other process's change. In
  /// a test the file is in memory, unless the test overrides `\.defaultFileStorage`.
  ///
  /// - Parameter url: The file. Missing folders are created.
  public static func fileStorage<Value>(_ url: URL) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(file: KnownFile(url, in: DependencyValues.current.defaultFileStorage))
  }
}

/// The reasons why a shared value's file can't be used.
public enum FileStorageError: Error, Equatable, CustomStringConvertible {
  /// The file exists, but the system denied reading it.
  case unreadable(_ path: String, reason: String)
  /// The file does not contain a value of this type.
  ///
  /// It was renamed, unless that failed, too.
  case damaged(_ path: String, reason: String, setAside: String?)
  /// The file could not be written; the previous one is kept.
  case unwritable(_ path: String, reason: String)
  /// Another process changed the file between a change here and its writing.
  ///
  /// The file is kept, and the shared value is read from it again; repeat the change. A damaged
  /// file is kept under another name instead, and the value is kept; the next change is written.
  case changed(_ path: String)

  /// A description of the failure, with the path.
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
