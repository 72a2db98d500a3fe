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
  }

  /// The longest file that is read, in bytes.
  package static let byteCountMax = 256 << 20

  private let file: DurableFile
  private let files: FileSystem

  /// Names a file by its path.
  package init(path: String, files: FileSystem) {
    file = DurableFile(path: path, byteCountMax: Self.byteCountMax, files: files)
    self.files = files
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
  package func save(_ state: DevChainState) throws(Failure) {
    do throws(FileFailure) {
      try file.write(state.saved.encoded)
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

  package init(chain: DevChain, file: DevChainFile) {
    self.chain = chain
    self.file = file
  }

  /// Saves the chain if it has changed since it was last saved.
  package mutating func save() async throws(DevChainFile.Failure) {
    let state = await chain.state
    guard state.mark != saved else { return }
    try file.save(state)
    saved = state.mark
  }
}
