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
  /// Reads a file; `nil` if there is none.
  let read: @Sendable (URL) throws -> Data?
  /// Replaces a file in one step.
  let write: @Sendable (Data, URL) throws -> Void
  /// Renames a file, and returns the new name; `nil` if there is no such file.
  let setAside: @Sendable (URL) throws -> URL?

  /// The file system.
  public static let fileSystem = FileStorage(
    id: 0, isImmediate: false,
    read: { url in
      do {
        return try Data(contentsOf: url)
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        return nil
      }
    },
    write: { data, url in
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    },
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
      read: { url in disk.files.withLock { $0[url] } },
      write: { data, url in disk.files.withLock { $0[url] = data } },
      setAside: { url in
        let target = url.deletingLastPathComponent().appending(
          path: "\(url.lastPathComponent).damaged")
        return disk.files.withLock { files in
          guard let data = files.removeValue(forKey: url) else { return nil }
          files[target] = data
          return target
        }
      })
  }

  /// The current content of a file.
  ///
  /// - Returns: `nil` if there is no such file.
  /// - Throws: If the file exists and can't be read.
  public func contents(of url: URL) throws -> Data? { try read(url) }

  private final class MemoryDisk: Sendable {
    let files: Mutex<[URL: Data]>

    init(_ files: [URL: Data]) {
      self.files = Mutex(files)
    }
  }
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
