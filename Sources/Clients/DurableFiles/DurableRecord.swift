/// A value in a small JSON file that only its owner may use, such as the state of a home screen.
///
/// The file contains its format and version; a newer version or a damaged file is refused and left
/// unchanged. A user may edit it: spaces and the order of keys don't matter.
package struct DurableRecord<Value: Codable & Sendable>: Sendable {
  private struct Envelope: Codable {
    var format: String
    var version: Int
    var value: Value
  }

  /// The fields that every version's file has.
  private struct AnyEnvelope: Codable {
    var format: String
    var version: Int
  }

  /// The version of the file format that this code reads and writes.
  private let version: Int
  private let format: String
  private let file: DurableFile
  private let lock: FolderLock

  /// Creates a record with a path.
  ///
  /// - Parameters:
  ///   - path: The absolute path; the lock of its folder is acquired to change it.
  ///   - format: The name of the format in the file.
  ///   - version: The version that is read and written.
  ///   - files: The file system.
  package init(path: String, format: String, version: Int = 1, files: FileSystem = .posix) {
    file = DurableFile(path: path, files: files)
    lock = FolderLock(folder: file.folder, files: files)
    self.format = format
    self.version = version
  }

  /// Reads the value; nil if there is no file.
  package func read() throws(RecordFailure) -> Value? {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try file.read()
    } catch {
      throw .file(error)
    }
    guard let bytes else { return nil }
    guard let any = CanonicalJSON.decodeLeniently(AnyEnvelope.self, from: bytes),
      any.format == format
    else { throw .damaged(path: file.path) }
    guard any.version == version else {
      throw .unsupportedVersion(path: file.path, found: any.version, supported: version)
    }
    guard let envelope = CanonicalJSON.decodeLeniently(Envelope.self, from: bytes) else {
      throw .damaged(path: file.path)
    }
    return envelope.value
  }

  /// Replaces the value by one computed from it, while no other process does so.
  ///
  /// - Parameter change: Returns the new value; nil removes the file. Its error is rethrown, and
  ///   the file is left unchanged.
  package func update<Failure: Error>(
    refusal: (RecordFailure) -> Failure, _ change: (Value?) throws(Failure) -> Value?
  ) throws(Failure) {
    try lock.withLock(refusal: { refusal(.file($0)) }) { () throws(Failure) in
      let old: Value?
      do throws(RecordFailure) {
        old = try read()
      } catch {
        throw refusal(error)
      }
      let new = try change(old)
      do throws(FileFailure) {
        if let new {
          try file.write(
            CanonicalJSON.encode(Envelope(format: format, version: version, value: new)))
        } else {
          try file.remove()
        }
      } catch {
        throw refusal(.file(error))
      }
    }
  }

  /// Replaces any existing file, even one that can't be read.
  package func replace(_ value: Value) throws(RecordFailure) {
    try lock.withLock(refusal: { RecordFailure.file($0) }) { () throws(RecordFailure) in
      do throws(FileFailure) {
        try file.write(
          CanonicalJSON.encode(Envelope(format: format, version: version, value: value)))
      } catch {
        throw .file(error)
      }
    }
  }

  /// Removes the file, if it exists.
  package func remove() throws(RecordFailure) {
    do throws(FileFailure) {
      try file.remove()
    } catch {
      throw .file(error)
    }
  }
}

/// The reason a record was not read or written.
package enum RecordFailure: Error, Hashable, Sendable {
  /// The file was damaged.
  case damaged(path: String)
  /// The file was written by a newer program.
  case unsupportedVersion(path: String, found: Int, supported: Int)
  /// The file system failed.
  case file(FileFailure)
}
