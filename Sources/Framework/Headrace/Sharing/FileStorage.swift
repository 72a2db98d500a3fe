import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where shared values of `.fileStorage` are kept.
public struct FileStorage: Sendable {
  /// Distinguishes storages: each has its own files.
  let id: UInt64
  /// Whether writing takes no time.
  let isImmediate: Bool
  /// Returns the canonical URL of a file, which may be spelled in several ways.
  let identify: @Sendable (URL) -> URL
  /// The version of a file; `nil` if there is none.
  let version: @Sendable (URL) -> FileVersion?
  /// Reads a file; `nil` if there is none.
  let read: @Sendable (URL) throws -> Data?
  /// Replaces a file in one step.
  let write: @Sendable (Data, URL) throws -> Void
  /// Renames a file, and returns the new name; `nil` if there is no such file.
  let setAside: @Sendable (URL) throws -> URL?
  /// Runs a closure while no other Headrace program changes files in the file's folder.
  let locked: @Sendable (URL, () throws -> Void) throws -> Void

  /// The file system.
  public static let fileSystem = FileStorage(
    id: 0, isImmediate: false,
    identify: { FilePath.canonical($0, followingLinks: true) },
    version: { FileVersion(path: $0.path) },
    read: { url in
      do {
        return try Data(contentsOf: url)
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return nil
      }
    },
    write: { data, url in try data.write(to: url, options: .atomic) },
    setAside: { url in
      let folder = url.deletingLastPathComponent()
      var target = folder.appending(path: "\(url.lastPathComponent).damaged")
      var number = 1
      while FileManager.default.fileExists(atPath: target.path) {
        number += 1
        target = folder.appending(path: "\(url.lastPathComponent).damaged-\(number)")
      }
      try FileManager.default.moveItem(at: url, to: target)
      return target
    },
    locked: { url, body in
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FolderLock.withLock(of: folder.path, body)
    })

  /// Files in memory; there are none at first.
  public static var inMemory: Self { inMemory([:]) }

  /// Files in memory.
  ///
  /// - Parameter files: The files that exist at first.
  public static func inMemory(_ files: [URL: Data]) -> Self {
    let disk = MemoryDisk(files)
    return FileStorage(
      id: StateStamp.next(), isImmediate: true,
      identify: { FilePath.canonical($0, followingLinks: false) },
      version: { url in disk.file(url).map { FileVersion(stamp: $0.stamp) } },
      read: { url in disk.file(url)?.data },
      write: { data, url in disk.write(data, to: url) },
      setAside: { url in
        guard let file = disk.remove(url) else { return nil }
        let target = url.deletingLastPathComponent().appending(
          path: "\(url.lastPathComponent).damaged")
        disk.write(file.data, to: target)
        return target
      },
      locked: { _, body in try body() })
  }

  /// The current content of a file.
  ///
  /// - Returns: `nil` if there is no such file.
  /// - Throws: If the file exists and can't be read.
  public func contents(of url: URL) throws -> Data? { try read(identify(url)) }
}

/// The files of a storage in memory, by their canonical URLs.
private final class MemoryDisk: Sendable {
  struct File {
    let data: Data
    let stamp: UInt64
  }

  private let files: Mutex<[URL: File]>

  init(_ files: [URL: Data]) {
    let files = files.map { url, data in
      (
        FilePath.canonical(url, followingLinks: false), File(data: data, stamp: StateStamp.next())
      )
    }
    self.files = Mutex(Dictionary(files) { $1 })
  }

  func file(_ url: URL) -> File? { files.withLock { $0[url] } }

  func write(_ data: Data, to url: URL) {
    files.withLock { $0[url] = File(data: data, stamp: StateStamp.next()) }
  }

  func remove(_ url: URL) -> File? { files.withLock { $0.removeValue(forKey: url) } }
}

extension DependencyValues {
  /// Where shared values of `.fileStorage` are kept: the file system; in tests and previews,
  /// memory.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependency.self] }
    set { self[FileStorageDependency.self] = newValue }
  }
}

private enum FileStorageDependency: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}
