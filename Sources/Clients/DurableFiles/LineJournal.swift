/// A file that only grows, line by line; what has been appended is never changed.
///
/// A line that a killed process left half written, without its line end, was never acknowledged:
/// before the next append it is copied to `<path>.unreadable-<n>` and cut off.
package struct LineJournal: Sendable {
  /// Where the file is, absolute.
  package let path: String

  /// The most bytes that are read; a larger file is somebody else's.
  package let byteCountMax: Int

  private let files: FileSystem

  /// Names a journal of at most so many bytes.
  package init(path: String, byteCountMax: Int = 1 << 26, files: FileSystem) {
    self.path = path
    self.byteCountMax = byteCountMax
    self.files = files
  }

  /// Reads every whole line with its end, oldest first; what follows the last end is torn, and left
  /// out.
  package func wholeLines() throws(FileFailure) -> ArraySlice<UInt8> {
    guard let bytes = try files.read(path, byteCountMax),
      let lastEnd = bytes.lastIndex(of: 0x0A)
    else { return [] }
    return bytes[...lastEnd]
  }

  /// Reads every whole line, oldest first, without line ends.
  package func lines() throws(FileFailure) -> [ArraySlice<UInt8>] {
    Self.split(try wholeLines())
  }

  /// Takes whole lines apart, without line ends.
  package static func split(_ wholeLines: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard !wholeLines.isEmpty else { return [] }
    return wholeLines.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// Appends a line, without its line end, and returns when it is on the disk.
  ///
  /// Complexity: O(size of the file), to find a torn line before it.
  ///
  /// - Precondition: The line has no line end.
  package func append(_ line: [UInt8]) throws(FileFailure) {
    precondition(!line.contains(0x0A), "A journal's line cannot hold a line end")
    try files.createFolder(path.parentFolder)
    let existing = try files.read(path, byteCountMax)
    guard (existing?.count ?? 0) + line.count + 1 <= byteCountMax else {
      throw FileFailure(.tooLarge(byteCountMax: byteCountMax), path: path)
    }
    let wholeCount = try setTornLineAside(existing ?? [])
    let descriptor = try files.openForAppending(path, 0o600)
    defer { files.close(descriptor) }
    if wholeCount < (existing?.count ?? 0) {
      try truncate(descriptor, to: wholeCount)
    }
    do throws(FileFailure) {
      try files.writeAll(line + [0x0A], to: descriptor, path: path)
      try files.synchronizing(descriptor, path: path)
    } catch {
      try truncateAfterFailure(descriptor, to: wholeCount, of: error)
    }
    // Always, not only for a new file: whoever created it may have been killed before this.
    try files.synchronizeFolder(path.parentFolder)
  }

  /// Copies a torn last line to a file of its own; answers how many bytes the whole lines have.
  private func setTornLineAside(_ bytes: [UInt8]) throws(FileFailure) -> Int {
    let wholeCount = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard wholeCount < bytes.count else { return wholeCount }
    let copy = DurableFile(path: try files.unusedPath(setAsideFrom: path), files: files)
    try copy.write(Array(bytes[wholeCount...]))
    return wholeCount
  }

  private func truncate(_ descriptor: Int32, to byteCount: Int) throws(FileFailure) {
    do throws(FileFailure) {
      try files.truncate(descriptor, byteCount)
      try files.synchronize(descriptor)
    } catch {
      throw FileFailure(error.reason, path: path)
    }
  }

  /// Takes a refused append back, and throws its refusal whatever comes of it.
  ///
  /// A line whose sync was refused may stand whole. It must not: its caller is told that nothing
  /// was recorded, and does not broadcast, so the nonce must stay free.
  private func truncateAfterFailure(
    _ descriptor: Int32,
    to byteCount: Int,
    of failure: FileFailure
  ) throws(FileFailure) -> Never {
    do throws(FileFailure) {
      try files.truncate(descriptor, byteCount)
      try files.synchronize(descriptor)
    } catch {
      // A line that stands nevertheless is a payment that nobody saw: it is followed, and fails.
      throw failure
    }
    throw failure
  }
}
