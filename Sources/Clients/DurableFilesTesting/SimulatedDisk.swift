package import DurableFiles
import Synchronization

/// A disk in memory that knows what would survive a crash, for tests of durable writes.
///
/// Written bytes and changed names are at first only in the machine's memory. A sync of the file or
/// of the folder makes them survive. Each operation is a step. A test chooses a step that fails, or
/// before which the machine stops, and then checks the state after a restart.
package final class SimulatedDisk: Sendable {
  /// The unsynced changes that survive when the machine stops.
  package enum Stop: CaseIterable, Sendable {
    /// All of them: only the process was killed.
    case processKilled

    /// None of them.
    case nothingUnsynced

    /// Names, but not contents: the order in which some file systems write.
    case namesOnly

    /// Names, and the first half of the bytes written to each file.
    case namesAndHalfContents
  }

  /// A fault at one step.
  package enum Fault: Sendable {
    /// The step fails; the machine continues.
    case refuse(FileFailure.Reason)

    /// The machine stops before the step.
    case stop(Stop)

    /// The bytes read at the step differ in one bit from those written.
    case spoil
  }

  private let state: Mutex<SimulatedDiskState>

  /// Creates an empty disk with a limit of bytes for one write, and one for all of them together.
  package init(writeByteCountMax: Int = .max, capacity: Int = .max) {
    state = Mutex(SimulatedDiskState(writeByteCountMax: writeByteCountMax, capacity: capacity))
  }

  /// The operations of this disk.
  package var files: FileSystem {
    FileSystem(
      read: { path, byteCountMax throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.read(path, byteCountMax) }
      },
      create: { path, mode throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.create(path, mode: mode) }
      },
      write: { descriptor, bytes throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.write(bytes, to: descriptor) }
      },
      synchronize: { descriptor throws(FileFailure) in
        try self.step { state throws(FileFailure) in state.synchronize(descriptor) }
      },
      close: { descriptor in self.state.withLock { $0.close(descriptor) } },
      rename: { from, to throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.rename(from, to) }
      },
      renameNew: { from, to throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.renameNew(from, to) }
      },
      remove: { path throws(FileFailure) in
        try self.step { state throws(FileFailure) in state.remove(path) }
      },
      synchronizeFolder: { path throws(FileFailure) in
        try self.step { state throws(FileFailure) in state.synchronizeFolder(path) }
      },
      makeFolder: { path throws(FileFailure) in
        try self.step { state throws(FileFailure) in state.makeFolder(path) }
      },
      names: { path throws(FileFailure) in
        try self.step { state throws(FileFailure) in state.children(of: path) }
      },
      removeFolder: { path throws(FileFailure) in
        try self.step { state throws(FileFailure) in try state.removeFolder(path) }
      },
      mode: { path throws(FileFailure) in self.state.withLock { $0.mode(path) } },
      owner: { path throws(FileFailure) in self.state.withLock { $0.owner(path) } },
      tryLock: { path throws(FileFailure) in self.state.withLock { $0.tryLock(path) } },
      pause: {}
    )
  }

  // MARK: - Planning faults

  /// The number of steps since the disk was created or last restarted.
  package var stepCount: Int { state.withLock { $0.stepCount } }

  /// True if the machine has stopped, so that every operation fails.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Plans a fault at a step, counted from 1 since the disk was created or last restarted.
  package func plan(_ fault: Fault, atStep step: Int) {
    state.withLock { $0.faults[step] = fault }
  }

  /// Restarts the machine with the files that survived; locks are free, and no fault is planned.
  package func restart() {
    state.withLock { $0.restart() }
  }

  // MARK: - Looking at and changing the disk from outside

  /// Returns the contents of a file; nil if it does not exist.
  package func contents(_ path: String) -> [UInt8]? {
    state.withLock { $0.contents(path) }
  }

  /// Puts a file on the disk, durably, replacing any other.
  package func put(_ bytes: [UInt8], at path: String, mode: UInt16 = 0o600) {
    state.withLock { $0.put(bytes, at: path, mode: mode) }
  }

  /// Sets the permission bits and the owner of a file or folder.
  package func setMode(_ mode: UInt16, of path: String, owner: FileOwner = .user) {
    state.withLock { $0.setMode(mode, of: path, owner: owner) }
  }

  /// Removes a file from the disk, durably.
  package func delete(_ path: String) {
    state.withLock { $0.delete(path) }
  }

  /// The paths of all files, sorted.
  package var paths: [String] {
    state.withLock { $0.names.keys.sorted() }
  }

  /// Sets the capacity of the disk in bytes.
  package func setCapacity(_ byteCount: Int) {
    state.withLock { $0.capacity = byteCount }
  }

  private func step<Result>(
    _ operation: (inout SimulatedDiskState) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result where Result: Sendable {
    let outcome: Swift.Result<Result, FileFailure> = state.withLock { state in
      do throws(FileFailure) {
        try state.takeStep()
        return .success(try operation(&state))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
