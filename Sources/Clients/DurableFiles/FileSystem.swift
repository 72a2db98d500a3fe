/// The few operations of a file system that a durable write is made of.
///
/// A value of closures, so that a test can make each step fail, or stop the machine after it. Paths
/// are absolute; descriptors belong to the file system that gave them.
package struct FileSystem: Sendable {
  /// Reads a whole file; nil when there is none. Refuses one of more than `limit` bytes.
  package var read: @Sendable (_ path: String, _ byteCountMax: Int) throws(FileFailure) -> [UInt8]?

  /// Creates a file that must not exist yet, with these permission bits, for writing.
  package var create: @Sendable (_ path: String, _ mode: UInt16) throws(FileFailure) -> Int32

  /// Writes some of the bytes, at least one, and returns how many.
  package var write:
    @Sendable (_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(FileFailure) -> Int

  /// Returns when what was written to a file is on the disk.
  package var synchronize: @Sendable (_ descriptor: Int32) throws(FileFailure) -> Void

  /// Closes a descriptor.
  package var close: @Sendable (_ descriptor: Int32) -> Void

  /// Moves a file atomically, replacing one that may have the new name.
  package var rename: @Sendable (_ from: String, _ to: String) throws(FileFailure) -> Void

  /// Moves a file to a name that nothing has yet; all at once where the file system can link.
  package var renameNew: @Sendable (_ from: String, _ to: String) throws(FileFailure) -> Void

  /// Removes a file; returns whether there was one.
  package var remove: @Sendable (_ path: String) throws(FileFailure) -> Bool

  /// Returns when the names in a folder are on the disk.
  package var synchronizeFolder: @Sendable (_ path: String) throws(FileFailure) -> Void

  /// Creates a folder, and those above it, that may exist already; for the owner only. Returns
  /// which of them did not exist, the outermost first: their names are not on the disk yet.
  package var makeFolder: @Sendable (_ path: String) throws(FileFailure) -> [String]

  /// The names in a folder, in order; nil where there is none, or a link or a file in its place.
  package var names: @Sendable (_ folder: String) throws(FileFailure) -> [String]?

  /// Removes an empty folder.
  package var removeFolder: @Sendable (_ path: String) throws(FileFailure) -> Void

  /// Returns the permission bits of a file or folder; nil when there is none. Refuses what is
  /// neither, such as a link.
  package var mode: @Sendable (_ path: String) throws(FileFailure) -> UInt16?

  /// Returns who a file or folder belongs to; nil when there is none.
  package var owner: @Sendable (_ path: String) throws(FileFailure) -> FileOwner?

  /// Takes the lock that a file represents, without waiting; nil when another holder has it.
  package var tryLock: @Sendable (_ path: String) throws(FileFailure) -> Int32?

  /// Waits a little before a lock is tried again.
  package var pause: @Sendable () -> Void

  /// A file system made of these operations.
  package init(
    read: @escaping @Sendable (String, Int) throws(FileFailure) -> [UInt8]?,
    create: @escaping @Sendable (String, UInt16) throws(FileFailure) -> Int32,
    write: @escaping @Sendable (Int32, ArraySlice<UInt8>) throws(FileFailure) -> Int,
    synchronize: @escaping @Sendable (Int32) throws(FileFailure) -> Void,
    close: @escaping @Sendable (Int32) -> Void,
    rename: @escaping @Sendable (String, String) throws(FileFailure) -> Void,
    renameNew: @escaping @Sendable (String, String) throws(FileFailure) -> Void,
    remove: @escaping @Sendable (String) throws(FileFailure) -> Bool,
    synchronizeFolder: @escaping @Sendable (String) throws(FileFailure) -> Void,
    makeFolder: @escaping @Sendable (String) throws(FileFailure) -> [String],
    names: @escaping @Sendable (String) throws(FileFailure) -> [String]?,
    removeFolder: @escaping @Sendable (String) throws(FileFailure) -> Void,
    mode: @escaping @Sendable (String) throws(FileFailure) -> UInt16?,
    owner: @escaping @Sendable (String) throws(FileFailure) -> FileOwner?,
    tryLock: @escaping @Sendable (String) throws(FileFailure) -> Int32?,
    pause: @escaping @Sendable () -> Void
  ) {
    self.read = read
    self.create = create
    self.write = write
    self.synchronize = synchronize
    self.close = close
    self.rename = rename
    self.renameNew = renameNew
    self.remove = remove
    self.synchronizeFolder = synchronizeFolder
    self.makeFolder = makeFolder
    self.names = names
    self.removeFolder = removeFolder
    self.mode = mode
    self.owner = owner
    self.tryLock = tryLock
    self.pause = pause
  }
}

/// The owner of a file or folder.
package enum FileOwner: Hashable, Sendable {
  /// The user that runs the process.
  case user
  /// The administrator, who can do everything anyway.
  case administrator
  /// Another user.
  case other
}

/// Why a file system refused an operation.
package struct FileFailure: Error, Hashable, Sendable {
  /// What it refused to do.
  package enum Reason: Hashable, Sendable {
    /// No space, or none of the owner's quota, is left.
    case diskFull

    /// The system denied access.
    case permissionDenied

    /// The file has more bytes than the caller accepts.
    case tooLarge(byteCountMax: Int)

    /// These permission bits give other users access to a file or folder.
    case exposed(mode: UInt16)

    /// A file or folder belongs to another user.
    case foreign

    /// What was read back is not what was written.
    case notKept

    /// There is something other than a file: a pipe, a socket, a device, a folder.
    case notAFile

    /// Another process holds the lock.
    case busy

    /// Any other error of the system, with its number.
    case system(errorNumber: Int32)
  }

  /// What was refused.
  package let reason: Reason

  /// The file or folder that it happened to.
  package let path: String

  /// Describes a refusal.
  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
