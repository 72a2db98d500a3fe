package import DurableFiles
import JSONRPC

/// The file in which a dev chain outlives its process.
package struct DevChainFile: Sendable {
  /// Why the file can't be used.
  package enum Failure: Error, Equatable, Sendable {
    case file(FileFailure)
    case notTaken(SavedChainError)
    /// Another process uses the chain.
    case inUse
    /// The chain has grown beyond what is read again, and was not saved.
    case tooLarge(byteCountMax: Int)
  }

  /// The longest file that is read and written, in bytes.
  package static let byteCountMax = 256 << 20

  private let file: DurableFile
  private let files: FileSystem
  private let byteCountMax: Int

  /// Names a file by its path.
  package init(path: String, files: FileSystem, byteCountMax: Int = Self.byteCountMax) {
    file = DurableFile(path: path, byteCountMax: byteCountMax, files: files)
    self.files = files
    self.byteCountMax = byteCountMax
  }

  /// Keeps other processes from the chain while a closure runs.
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

  /// Reads the chain; nil when there is no file yet.
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

  /// Replaces the file. A process that is killed meanwhile leaves the old one.
  ///
  /// - Throws: `tooLarge` for a chain that could not be loaded again; the file stays as it is.
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
  /// - Parameter tell: Called at a failure, and not again while the next ones are the same. The
  ///   chain goes on, and the next time it is tried again.
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

  /// Saves the chain if it has changed since it was last saved.
  package mutating func save() async throws(DevChainFile.Failure) {
    let state = await chain.state
    guard state.mark != saved else { return }
    try file.save(state)
    saved = state.mark
  }
}
