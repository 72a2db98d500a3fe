extension FileSystem {
  /// Creates a folder, and those above it, and returns when the names of the new ones are on the
  /// disk: until then a machine that stops may lose them with all their contents.
  package func createFolder(_ path: String) throws(FileFailure) {
    for folder in try makeFolder(path) { try synchronizeFolder(folder.parentFolder) }
  }

  /// Removes a file, or a folder with all that is in it; a link is removed, and not what it names.
  package func removeTree(_ path: String) throws(FileFailure) {
    guard let names = try names(path) else {
      _ = try remove(path)
      return
    }
    for name in names { try removeTree(path + "/" + name) }
    try removeFolder(path)
  }

  /// Refuses a file or folder that others may read or write, or that belongs to another user; a
  /// missing one is not refused.
  package func requirePrivate(_ path: String) throws(FileFailure) {
    guard let mode = try mode(path) else { return }
    guard try owner(path) ?? .user == .user else { throw FileFailure(.foreign, path: path) }
    guard mode & 0o077 == 0 else { throw FileFailure(.exposed(mode: mode), path: path) }
  }

  /// Refuses a folder in which other users may replace what is ours. A folder in which users may
  /// only change their own files (the sticky bit, as `/tmp` has) is not refused; one of another
  /// user is, whatever its mode: its owner may rename all that is in it.
  package func requireUnwritableByOthers(_ path: String) throws(FileFailure) {
    guard let mode = try mode(path) else { return }
    guard try owner(path) != .other else { throw FileFailure(.foreign, path: path) }
    guard mode & 0o022 == 0 || mode & 0o1000 != 0 else {
      throw FileFailure(.exposed(mode: mode), path: path)
    }
  }
}
