package import DurableFiles
import JSONRPC

/// The file that keeps a dev chain between processes.
package struct DevChainFile: Sendable {
  /// The reason the file can't be used.
  package enum Failure: Error, Equatable, Sendable {
    case file(FileFailure)
    case notTaken(SavedChainError)
    /// Another process is using the chain.
    case inUse
    /// The chain has grown beyond the size that can be loaded again, so it was not saved.
    case tooLarge(byteCountMax: Int)
  }

  /// The maximum size of the file, in bytes.
  package static let byteCountMax = 256 << 20

  private let file: DurableFile
  private let files: FileSystem
  private let byteCountMax: Int

  /// Creates a file with its path.
  package init(path: String, files: FileSystem, byteCountMax: Int = Self.byteCountMax) {
    file = DurableFile(path: path, byteCountMax: byteCountMax, files: files)
    self.files = files
    self.byteCountMax = byteCountMax
  }

  /// Keeps other processes from using the chain while a closure runs.
  package func withLock(
    _ body: () async throws -> Void
  ) async throws {
    let lock: Int32?
    do throws(FileFailure) {
      try files.createFolder(file.folder)
      lock = try files.tryLock(file.path + ".lock")
    } catch {
      throw Failure.file(error)
    }
    guard let lock else { throw Failure.inUse }
    defer { files.close(lock) }
    try await body()
  }

  /// Loads the chain; nil if the file does not exist yet.
  package func load() throws(Failure) -> DevChainState? {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try file.read()
    } catch {
      throw .file(error)
    }
    guard let bytes else { return nil }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .notTaken(.notAChain)
    }
    do throws(SavedChainError) {
      return try DevChainState(saved: json)
    } catch {
      throw .notTaken(error)
    }
  }

  /// Replaces the file; a process that is killed in the meantime leaves the old one.
  ///
  /// - Throws: `tooLarge` for a chain that could not be loaded again; the file is left unchanged.
  package func save(_ state: DevChainState) throws(Failure) {
    let bytes = state.saved.encoded
    guard bytes.count <= byteCountMax else { throw .tooLarge(byteCountMax: byteCountMax) }
    do throws(FileFailure) {
      try file.write(bytes)
    } catch {
      throw .file(error)
    }
  }
}

/// Saves a chain whenever it has changed.
package struct DevChainSaver: Sendable {
  private let chain: DevChain
  private let file: DevChainFile
  private var saved: DevChainState.Mark?

  /// The last failure, until the chain can be saved again.
  private var failure: DevChainFile.Failure?

  package init(chain: DevChain, file: DevChainFile) {
    self.chain = chain
    self.file = file
  }

  /// Saves the chain at every interval, until the task is cancelled.
  ///
  /// - Parameter tell: Called at a failure, but not again while the next ones are the same. The
  ///   chain continues, and saving is tried again at the next interval.
  /// - Throws: `CancellationError`.
  package mutating func saveRepeatedly(
    every interval: Duration, clock: any Clock<Duration>,
    tell: (DevChainFile.Failure) -> Void
  ) async throws {
    while true {
      try await clock.sleep(for: interval)
      do throws(DevChainFile.Failure) {
        try await save()
        failure = nil
      } catch {
        if error != failure { tell(error) }
        failure = error
      }
    }
  }

  /// Saves the chain if it has changed since the last save.
  package mutating func save() async throws(DevChainFile.Failure) {
    let state = await chain.state
    guard state.mark != saved else { return }
    try file.save(state)
    saved = state.mark
  }
}
