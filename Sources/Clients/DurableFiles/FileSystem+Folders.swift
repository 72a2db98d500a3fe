extension FileSystem {
  /// Creates a folder and its missing parents, and returns when their names are on the disk: until
  /// then they may be lost with all their contents.
  package func createFolder(_ path: String) throws(FileFailure) {
    for folder in try makeFolder(path) { try synchronizeFolder(folder.parentFolder) }
  }

  /// Removes a file, or a folder with its contents; a link is removed, but not its target.
  package func removeTree(_ path: String) throws(FileFailure) {
    guard let names = try names(path) else {
      _ = try remove(path)
      return
    }
    for name in names { try removeTree(path + "/" + name) }
    try removeFolder(path)
  }

  /// Refuses a file or folder that others may read or write, or that belongs to another user;
  /// accepts a missing one.
  package func requirePrivate(_ path: String) throws(FileFailure) {
    guard let mode = try mode(path) else { return }
    guard try owner(path) ?? .user == .user else { throw FileFailure(.foreign, path: path) }
    guard mode & 0o077 == 0 else { throw FileFailure(.exposed(mode: mode), path: path) }
  }

  /// Refuses a folder in which other users may replace the wallet's files.
  ///
  /// A folder in which users may change only their own files (the sticky bit, as `/tmp` has) is
  /// accepted; one of another user is refused, whatever its mode: its owner may rename everything
  /// in it.
  package func requireUnwritableByOthers(_ path: String) throws(FileFailure) {
    guard let mode = try mode(path) else { return }
    guard try owner(path) != .other else { throw FileFailure(.foreign, path: path) }
    guard mode & 0o022 == 0 || mode & 0o1000 != 0 else {
      throw FileFailure(.exposed(mode: mode), path: path)
    }
  }
}
