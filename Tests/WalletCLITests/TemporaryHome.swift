import Foundation

/// A test's own home folder, removed after the test.
final class TemporaryHome: Sendable {
  /// The value of `$HOME`.
  let path: String
  /// The value of `$TMPDIR`.
  let temporaryPath: String
  /// The folder of the test's files for the wallet to read, without any of the wallet's.
  let materialPath: String
  private let root: URL

  init() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "wallet-cli-\(UUID())")
    let folders = ["home", "tmp", "material"].map { root.appending(path: $0) }
    for folder in folders {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    self.root = root
    (path, temporaryPath, materialPath) = (folders[0].path, folders[1].path, folders[2].path)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: root)
    } catch {
      print("\(root.path) stays: \(error)")
    }
  }

  /// Removes the list of accounts beside the vault, so that listing them needs the passcode.
  func removeAccountList() throws {
    let file = path + "/.headrace/settings/accounts.json"
    guard FileManager.default.fileExists(atPath: file) else { return }
    try FileManager.default.removeItem(atPath: file)
  }

  /// Writes a file that only its owner may read; returns its path.
  func secretFile(_ name: String, _ text: String) throws -> String {
    let path = materialPath + "/" + name
    try Data((text + "\n").utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// Returns the files below the home folder, with their contents.
  ///
  /// Foundation makes empty folders there as soon as there is a URL session.
  func files() throws -> [String: Data] { try Self.files(below: path) }

  /// Returns the names in the folder for temporary files.
  func temporaryNames() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: temporaryPath)
  }

  static func files(below path: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: path + "/" + name, isDirectory: &isFolder)
      guard exists, !isFolder.boolValue else { continue }
      files[name] = try Data(contentsOf: URL(filePath: path + "/" + name))
    }
    return files
  }

  /// Writes files to the home folder as the wallet does.
  func install(_ files: [String: Data]) throws {
    for (name, contents) in files {
      let file = URL(filePath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try contents.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
  }
}
