#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small file that is replaced as a whole, so that a process that is killed leaves the old one or
/// the new one.
///
/// The new contents are written under a temporary name beside it and synced; then the file is
/// renamed, and the folder is synced. Callers that share a file between processes lock the folder
/// with ``FolderLock`` around reading and writing.
package struct DurableFile: Sendable {
  /// The absolute path of the file.
  package let path: String

  /// The maximum number of bytes to read; a larger file is not the wallet's.
  package let byteCountMax: Int

  private let files: FileSystem

  /// Creates a file with a path and a maximum size.
  package init(path: String, byteCountMax: Int = 1 << 20, files: FileSystem) {
    self.path = path
    self.byteCountMax = byteCountMax
    self.files = files
  }

  /// The folder that contains the file.
  package var folder: String { path.parentFolder }

  /// Reads the file; nil if it does not exist.
  package func read() throws(FileFailure) -> [UInt8]? {
    try files.read(path, byteCountMax)
  }

  /// Replaces the file, readable only by its owner; the new contents are read back before they
  /// replace the old file.
  ///
  /// - Throws: The error of the first step that failed. The old file is then intact, unless only
  ///   the folder's sync failed; then the new one may already be in place.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    try files.createFolder(folder)
    let isNew = try files.mode(path) == nil
    try place(bytes, by: path + ".new", files.rename)
    // The process that created the folder may have been killed before the folder's name was on the
    // disk.
    if isNew { try files.synchronizeFolder(folder.parentFolder) }
  }

  /// Writes a new file, readable only by its owner, and reads it back.
  ///
  /// - Throws: The error of the first step that failed; `.system` with `EEXIST` if the file already
  ///   exists. After an error there is no new file, unless only one of the last checks failed.
  package func writeNew(_ bytes: [UInt8]) throws(FileFailure) {
    guard try files.mode(path) == nil else {
      throw FileFailure(.system(errorNumber: EEXIST), path: path)
    }
    let name = path.dropFirst(folder == "/" ? 1 : folder.count + 1)
    try place(
      bytes, by: (folder == "/" ? "" : folder) + "/." + name + ".new", files.renameNew)
    try requireKept(bytes, at: path)
  }

  /// Writes bytes under a temporary name, reads them back, and then renames the file, all of it
  /// durably.
  private func place(
    _ bytes: [UInt8], by temporaryPath: String,
    _ rename: (_ from: String, _ to: String) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    // A temporary file was left by a process that was killed: it is never the only copy of
    // anything.
    _ = try files.remove(temporaryPath)
    let descriptor = try files.create(temporaryPath, 0o600)
    do throws(FileFailure) {
      defer { files.close(descriptor) }
      try files.writeAll(bytes, to: descriptor, path: temporaryPath)
      try files.synchronizing(descriptor, path: temporaryPath)
      try requireKept(bytes, at: temporaryPath)
      try rename(temporaryPath, path)
    } catch {
      try removeAfterFailure(temporaryPath, of: error)
    }
    try files.synchronizeFolder(folder)
  }

  private func requireKept(_ bytes: [UInt8], at path: String) throws(FileFailure) {
    var kept = try files.read(path, bytes.count)
    defer { kept?.wipe() }
    guard kept == bytes else { throw FileFailure(.notKept, path: path) }
  }

  /// Removes the file durably; returns true if it existed.
  @discardableResult
  package func remove() throws(FileFailure) -> Bool {
    _ = try files.remove(path + ".new")
    guard try files.remove(path) else { return false }
    try files.synchronizeFolder(folder)
    return true
  }

  /// Renames an unreadable file to `<path>.unreadable-<n>`, with the first free n.
  ///
  /// - Returns: Its new path; nil if there was no file.
  @discardableResult
  package func setAside() throws(FileFailure) -> String? {
    guard try files.mode(path) != nil else { return nil }
    let newPath = try files.unusedPath(setAsideFrom: path)
    try files.rename(path, newPath)
    try files.synchronizeFolder(folder)
    return newPath
  }

  /// Removes the remains of a failed write, and throws the error of the write in any case.
  private func removeAfterFailure(
    _ temporaryPath: String,
    of failure: FileFailure
  ) throws(FileFailure) -> Never {
    do throws(FileFailure) {
      _ = try files.remove(temporaryPath)
    } catch {
      // The error of the write matters more than that of the clean-up; the next write tries again.
      throw failure
    }
    throw failure
  }
}

extension FileSystem {
  /// The maximum number of files set aside under one name before the owner has to act.
  private static var setAsideCountMax: Int { 1_000 }

  /// Finds the first free name for a file that is set aside.
  package func unusedPath(setAsideFrom path: String) throws(FileFailure) -> String {
    for number in 1...Self.setAsideCountMax {
      let candidate = "\(path).unreadable-\(number)"
      if try mode(candidate) == nil { return candidate }
    }
    throw FileFailure(.diskFull, path: path)
  }

  /// Writes every byte, even if only a few are accepted at a time.
  func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(FileFailure) {
        let count = try write(descriptor, rest)
        guard count > 0, count <= rest.count else {
          throw FileFailure(.diskFull, path: path)
        }
        rest = rest.dropFirst(count)
      } catch {
        throw FileFailure(error.reason, path: path)
      }
    }
  }

  /// Syncs a descriptor; an error names its file.
  func synchronizing(_ descriptor: Int32, path: String) throws(FileFailure) {
    do throws(FileFailure) {
      try synchronize(descriptor)
    } catch {
      throw FileFailure(error.reason, path: path)
    }
  }
}

extension String {
  /// The path without its last component.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}

extension [UInt8] {
  /// Overwrites bytes that may be a secret, in a way that no compiler optimises away.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      #if canImport(Darwin)
        _ = memset_s(base, bytes.count, 0, bytes.count)
      #else
        explicit_bzero(base, bytes.count)
      #endif
    }
  }
}
