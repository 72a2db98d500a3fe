/// A lock that keeps processes, and parts of one process, from interleaving in a folder.
package struct FolderLock: Sendable {
  /// The number of attempts before the caller gets an error that another process has the lock.
  package static let attemptCountMax = 50

  private let path: String
  private let files: FileSystem

  /// Creates the lock of a folder, represented by the file `lock` in it.
  package init(folder: String, files: FileSystem) {
    path = folder + "/lock"
    self.files = files
  }

  /// Runs an operation while no other holder has the lock.
  ///
  /// - Throws: The operation's error, or the error created by `refusal` if the lock is not acquired
  ///   in time.
  package func withLock<Result, Failure: Error>(
    refusal: (FileFailure) -> Failure,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor: Int32
    do throws(FileFailure) {
      descriptor = try acquire()
    } catch {
      throw refusal(error)
    }
    // Closing the descriptor releases the lock, and so does the end of the process.
    defer { files.close(descriptor) }
    return try operation()
  }

  private func acquire() throws(FileFailure) -> Int32 {
    try files.createFolder(path.parentFolder)
    for attempt in 1...Self.attemptCountMax {
      if let descriptor = try files.tryLock(path) { return descriptor }
      if attempt < Self.attemptCountMax { files.pause() }
    }
    throw FileFailure(.busy, path: path)
  }
}
