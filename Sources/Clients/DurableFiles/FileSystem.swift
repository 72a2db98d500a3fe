/// The few operations of a file system that a durable write needs.
///
/// They are closures, so that a test can make each step fail, or stop the machine after it. Paths
/// are absolute; descriptors belong to the file system that returned them.
package struct FileSystem: Sendable {
  /// Reads a whole file; nil if it does not exist; fails if it has more than `byteCountMax` bytes.
  package var read: @Sendable (_ path: String, _ byteCountMax: Int) throws(FileFailure) -> [UInt8]?

  /// Creates a file, which must not exist yet, with these permission bits, for writing.
  package var create: @Sendable (_ path: String, _ mode: UInt16) throws(FileFailure) -> Int32

  /// Writes some of the bytes, at least one, and returns how many were written.
  package var write:
    @Sendable (_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(FileFailure) -> Int

  /// Returns when a file's written bytes are on the disk.
  package var synchronize: @Sendable (_ descriptor: Int32) throws(FileFailure) -> Void

  /// Closes a descriptor.
  package var close: @Sendable (_ descriptor: Int32) -> Void

  /// Renames a file atomically, replacing any file with the new name.
  package var rename: @Sendable (_ from: String, _ to: String) throws(FileFailure) -> Void

  /// Renames a file to an unused name; atomically if the file system can link.
  package var renameNew: @Sendable (_ from: String, _ to: String) throws(FileFailure) -> Void

  /// Removes a file; returns true if it existed.
  package var remove: @Sendable (_ path: String) throws(FileFailure) -> Bool

  /// Returns when the names in a folder are on the disk.
  package var synchronizeFolder: @Sendable (_ path: String) throws(FileFailure) -> Void

  /// Creates a folder and its parents, for the owner only, and returns those that did not exist,
  /// outermost first: their names are not on the disk yet.
  package var makeFolder: @Sendable (_ path: String) throws(FileFailure) -> [String]

  /// Returns a folder's sorted names; nil if it does not exist, or is a link or a file.
  package var names: @Sendable (_ folder: String) throws(FileFailure) -> [String]?

  /// Removes an empty folder.
  package var removeFolder: @Sendable (_ path: String) throws(FileFailure) -> Void

  /// Returns the permission bits of a file or folder; nil if it does not exist; fails for anything
  /// else, such as a link.
  package var mode: @Sendable (_ path: String) throws(FileFailure) -> UInt16?

  /// Returns the owner of a file or folder; nil if it does not exist.
  package var owner: @Sendable (_ path: String) throws(FileFailure) -> FileOwner?

  /// Acquires the lock that a file represents, without waiting; nil if it is already held.
  package var tryLock: @Sendable (_ path: String) throws(FileFailure) -> Int32?

  /// Waits briefly before a lock is tried again.
  package var pause: @Sendable () -> Void

  /// Creates a file system from these operations.
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
  /// The user who runs the process.
  case user
  /// The administrator, who has full access anyway.
  case administrator
  /// Another user.
  case other
}

/// The reason a file system operation failed.
package struct FileFailure: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Reason: Hashable, Sendable {
    /// No space is left on the disk or in the owner's quota.
    case diskFull

    /// The system denied access.
    case permissionDenied

    /// The file has more bytes than the caller accepts.
    case tooLarge(byteCountMax: Int)

    /// These permission bits give other users access to a file or folder.
    case exposed(mode: UInt16)

    /// A file or folder belongs to another user.
    case foreign

    /// The bytes read back differ from those written.
    case notKept

    /// The path is not a file but a pipe, a socket, a device or a folder.
    case notAFile

    /// Another process holds the lock.
    case busy

    /// Any other error of the system, with its number.
    case system(errorNumber: Int32)
  }

  /// The kind of failure.
  package let reason: Reason

  /// The affected file or folder.
  package let path: String

  /// Describes a failure.
  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
