import DurableFiles
import DurableFilesTesting
import Foundation
import Testing

/// A file that replaces none, and operations on whole folders.
@Suite struct NewFileTests {
  private static let path = "/stick/backup"
  private static let bytes = Array("what is written once".utf8)

  private func diskWithFolder() -> SimulatedDisk {
    let disk = SimulatedDisk(writeByteCountMax: 7)
    disk.put([1], at: "/stick/other")
    return disk
  }

  @Test func aNewFileReplacesNone() throws {
    let disk = diskWithFolder()
    let file = DurableFile(path: Self.path, files: disk.files)
    try file.writeNew(Self.bytes)
    #expect(try file.read() == Self.bytes)
    #expect(try disk.files.mode(Self.path) == 0o600)
    let failure = #expect(throws: FileFailure.self) { try file.writeNew([1]) }
    #expect(failure == FileFailure(.system(errorNumber: 17), path: Self.path))
    #expect(try file.read() == Self.bytes)
  }

  @Test func stoppedAtAnyStepThereIsNoFileOrAWholeOne() throws {
    let rehearsal = diskWithFolder()
    try DurableFile(path: Self.path, files: rehearsal.files).writeNew(Self.bytes)
    for stop in SimulatedDisk.Stop.allCases {
      for step in 1...rehearsal.stepCount {
        let disk = diskWithFolder()
        let file = DurableFile(path: Self.path, files: disk.files)
        disk.plan(.stop(stop), atStep: step)
        #expect(throws: FileFailure.self) { try file.writeNew(Self.bytes) }
        disk.restart()
        if try file.read() == nil { try file.writeNew(Self.bytes) }
        #expect(try file.read() == Self.bytes, "\(stop) before step \(step)")
        #expect(disk.paths == [Self.path, "/stick/other"], "\(stop) before step \(step)")
      }
    }
  }

  @Test func aFullDiskAndASpoiltOneLeaveNoFile() throws {
    let disk = diskWithFolder()
    disk.setCapacity(Self.bytes.count)
    let file = DurableFile(path: Self.path, files: disk.files)
    let full = #expect(throws: FileFailure.self) { try file.writeNew(Self.bytes) }
    #expect(full?.reason == .diskFull)
    #expect(disk.paths == ["/stick/other"])
    disk.setCapacity(.max)
    disk.restart()
    for step in 1...20 {
      disk.restart()
      disk.plan(.spoil, atStep: step)
      do throws(FileFailure) {
        try file.writeNew(Self.bytes)
      } catch {
        #expect(error.reason == .notKept)
      }
      disk.restart()
      try file.remove()
    }
  }

  /// On the machine itself: no link is followed, and nothing beside the folder is touched.
  @Test func aFolderIsRemovedWithAllThatIsInItAndNothingElse() throws {
    let files = FileSystem.posix
    let root = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID())").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: root) } }
    try files.createFolder(root + "/outside")
    try files.createFolder(root + "/tree/a/b")
    for path in ["/outside/kept", "/tree/a/b/file", "/tree/.hidden"] {
      try DurableFile(path: root + path, files: files).writeNew([1])
    }
    try FileManager.default.createSymbolicLink(
      atPath: root + "/tree/a/link", withDestinationPath: root + "/outside")
    #expect(try files.names(root + "/tree") == [".hidden", "a"])
    #expect(try files.names(root + "/tree/a/link") == nil)
    #expect(try files.names(root + "/nothing") == nil)
    try files.removeTree(root + "/tree")
    #expect(try files.names(root) == ["outside"])
    #expect(try files.names(root + "/outside") == ["kept"])
    // And a new file replaces none there either.
    let kept = DurableFile(path: root + "/outside/kept", files: files)
    let failure = #expect(throws: FileFailure.self) { try kept.writeNew([2]) }
    #expect(failure?.reason == .system(errorNumber: 17))
    #expect(throws: FileFailure.self) {
      try files.renameNew(root + "/outside/kept", root + "/outside/kept")
    }
    #expect(try files.names(root + "/outside") == ["kept"])
  }
}
