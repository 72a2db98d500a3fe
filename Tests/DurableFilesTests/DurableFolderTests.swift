import DurableFiles
import DurableFilesTesting
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Folders on the disk, and the files that are read back.
@Suite struct DurableFolderTests {
  private static let path = "/home/wallet/vault"
  private static let contents = Array("what must not be lost".utf8)

  /// If the parents of new folders are not synced, the file is lost with its folder.
  @Test func aFirstFileSurvivesWithItsNewFolders() throws {
    for stop in SimulatedDisk.Stop.allCases {
      let disk = SimulatedDisk()
      let file = DurableFile(path: Self.path, files: disk.files)
      try file.write(Self.contents)
      disk.plan(.stop(stop), atStep: disk.stepCount + 1)
      #expect(throws: FileFailure.self) { try file.read() }
      disk.restart()
      #expect(try file.read() == Self.contents, "\(stop)")
    }
  }

  /// The test itself detects a lost folder.
  @Test func aFolderWhoseParentIsNotSyncedIsLost() throws {
    let disk = SimulatedDisk()
    #expect(try disk.files.makeFolder("/home/wallet") == ["/home", "/home/wallet"])
    try disk.files.synchronizeFolder("/home")
    disk.plan(.stop(.nothingUnsynced), atStep: disk.stepCount + 1)
    #expect(throws: FileFailure.self) { try disk.files.read("/x", 1) }
    disk.restart()
    #expect(try disk.files.mode("/home") == nil)
  }

  /// A process that made the folder was killed before it synced anything.
  @Test func aFolderThatWasThereIsSyncedWithItsFirstFile() throws {
    let disk = SimulatedDisk()
    try disk.files.createFolder("/home")
    _ = try disk.files.makeFolder("/home/wallet")
    let file = DurableFile(path: Self.path, files: disk.files)
    try file.write(Self.contents)
    disk.plan(.stop(.nothingUnsynced), atStep: disk.stepCount + 1)
    #expect(throws: FileFailure.self) { try file.read() }
    disk.restart()
    #expect(try file.read() == Self.contents)
  }

  @Test func filesThatReadBackDifferentlyReplaceNothing() throws {
    let disk = SimulatedDisk()
    let file = DurableFile(path: Self.path, files: disk.files)
    try file.write(Self.contents)
    disk.restart()
    var refusals = 0
    for step in 1...10 {
      disk.plan(.spoil, atStep: disk.stepCount + step)
      do {
        try file.write(Array("new contents".utf8))
      } catch {
        #expect(error == FileFailure(.notKept, path: Self.path + ".new"))
        #expect(disk.contents(Self.path) == Self.contents)
        refusals += 1
        break
      }
      try file.write(Self.contents)
      disk.restart()
    }
    #expect(refusals == 1)
  }

  /// Reading a pipe waited for ever for a process that writes into it.
  @Test func aPipeOrADeviceAtAFilesPathIsRejectedImmediately() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/durable-\(UUID())"
    try FileSystem.posix.createFolder(folder)
    defer { rmdir(folder) }
    let pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for path in [pipe, "/dev/zero", folder] {
      #expect(throws: FileFailure(.notAFile, path: path)) {
        try FileSystem.posix.read(path, 1_024)
      }
    }
  }

  @Test func modesThatLetOthersInAreRefused() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/durable-\(UUID())"
    try FileSystem.posix.createFolder(folder)
    defer { rmdir(folder) }
    try FileSystem.posix.requirePrivate(folder)
    try FileSystem.posix.requirePrivate(folder + "/nothing")
    #expect(chmod(folder, 0o710) == 0)
    #expect(throws: FileFailure(.exposed(mode: 0o710), path: folder)) {
      try FileSystem.posix.requirePrivate(folder)
    }
    try FileSystem.posix.requireUnwritableByOthers(folder)
    #expect(chmod(folder, 0o720) == 0)
    #expect(throws: FileFailure(.exposed(mode: 0o720), path: folder)) {
      try FileSystem.posix.requireUnwritableByOthers(folder)
    }
    #expect(chmod(folder, 0o1777) == 0)
    try FileSystem.posix.requireUnwritableByOthers(folder)
    #expect(chmod(folder, 0o700) == 0)
  }

  @Test func bytesAreWipedInPlace() {
    var bytes = Self.contents
    bytes.wipe()
    #expect(bytes == [UInt8](repeating: 0, count: Self.contents.count))
  }
}
