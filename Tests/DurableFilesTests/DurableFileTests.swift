import DurableFiles
import DurableFilesTesting
import Testing

@Suite struct DurableFileTests {
  private static let path = "/wallet/vault"
  private static let old = Array("the old contents, which must not be lost".utf8)
  private static let new = Array("the new contents, longer than the old ones were".utf8)

  /// Returns a disk with the old file on it, which accepts seven bytes in a write.
  private func diskWithOldFile() throws -> SimulatedDisk {
    let disk = SimulatedDisk(writeByteCountMax: 7)
    try DurableFile(path: Self.path, files: disk.files).write(Self.old)
    disk.restart()
    return disk
  }

  @Test func aFileThatWasWrittenIsRead() throws {
    let disk = SimulatedDisk()
    let file = DurableFile(path: Self.path, files: disk.files)
    #expect(try file.read() == nil)
    try file.write(Self.old)
    #expect(try file.read() == Self.old)
    try file.write(Self.new)
    #expect(try file.read() == Self.new)
    #expect(disk.paths == [Self.path])
  }

  @Test func machineStoppedBeforeAnyStepLeavesTheOldOrTheNewFile() throws {
    let rehearsal = try diskWithOldFile()
    try DurableFile(path: Self.path, files: rehearsal.files).write(Self.new)
    let stepCount = rehearsal.stepCount
    #expect(stepCount == 14)
    for stop in SimulatedDisk.Stop.allCases {
      var found: Set<[UInt8]> = []
      for step in 1...stepCount {
        let disk = try diskWithOldFile()
        disk.plan(.stop(stop), atStep: step)
        let file = DurableFile(path: Self.path, files: disk.files)
        #expect(throws: FileFailure.self) { try file.write(Self.new) }
        disk.restart()
        let contents = try #require(try file.read(), "\(stop) before step \(step)")
        #expect(contents == Self.old || contents == Self.new, "\(stop) before step \(step)")
        found.insert(contents)
        try file.write(Self.new)
        #expect(try file.read() == Self.new, "\(stop) before step \(step), then written again")
        #expect(disk.paths == [Self.path], "\(stop) before step \(step)")
      }
      // The old file until the rename survives, which only a folder's sync ensures.
      #expect(found == (stop == .nothingUnsynced ? [Self.old] : [Self.old, Self.new]), "\(stop)")
    }
  }

  @Test func anAcknowledgedWriteSurvivesEveryStop() throws {
    for stop in SimulatedDisk.Stop.allCases {
      let disk = try diskWithOldFile()
      let file = DurableFile(path: Self.path, files: disk.files)
      try file.write(Self.new)
      disk.plan(.stop(stop), atStep: disk.stepCount + 1)
      #expect(throws: FileFailure.self) { try file.read() }
      disk.restart()
      #expect(try file.read() == Self.new, "\(stop)")
    }
  }

  @Test func aRefusedStepIsReportedAndLeavesAWholeFile() throws {
    let rehearsal = try diskWithOldFile()
    try DurableFile(path: Self.path, files: rehearsal.files).write(Self.new)
    for step in 1...rehearsal.stepCount {
      let disk = try diskWithOldFile()
      disk.plan(.refuse(.permissionDenied), atStep: step)
      let file = DurableFile(path: Self.path, files: disk.files)
      let failure = #expect(throws: FileFailure.self) { try file.write(Self.new) }
      #expect(failure?.reason == .permissionDenied, "step \(step)")
      let isLast = step == rehearsal.stepCount
      #expect(try file.read() == (isLast ? Self.new : Self.old), "step \(step)")
      #expect(disk.paths == [Self.path], "step \(step)")
    }
  }

  @Test func fullDiskIsReportedAndLeavesTheOldFile() throws {
    let disk = try diskWithOldFile()
    let file = DurableFile(path: Self.path, files: disk.files)
    disk.setCapacity(Self.old.count + Self.new.count - 1)
    let failure = #expect(throws: FileFailure.self) { try file.write(Self.new) }
    #expect(failure == FileFailure(.diskFull, path: Self.path + ".new"))
    #expect(try file.read() == Self.old)
    #expect(disk.paths == [Self.path])
    disk.setCapacity(.max)
    try file.write(Self.new)
    #expect(try file.read() == Self.new)
  }

  @Test func aFileThatIsTooLargeIsRefusedAtOneByteMore() throws {
    let disk = SimulatedDisk()
    let file = DurableFile(path: Self.path, byteCountMax: 10, files: disk.files)
    disk.put([UInt8](repeating: 1, count: 10), at: Self.path)
    #expect(try file.read()?.count == 10)
    disk.put([UInt8](repeating: 1, count: 11), at: Self.path)
    let failure = #expect(throws: FileFailure.self) { try file.read() }
    #expect(failure == FileFailure(.tooLarge(byteCountMax: 10), path: Self.path))
  }

  @Test func aFileIsSetAsideUnderTheFirstFreeName() throws {
    let disk = SimulatedDisk()
    let file = DurableFile(path: Self.path, files: disk.files)
    #expect(try file.setAside() == nil)
    disk.put([1], at: Self.path)
    #expect(try file.setAside() == Self.path + ".unreadable-1")
    disk.put([2], at: Self.path)
    #expect(try file.setAside() == Self.path + ".unreadable-2")
    #expect(disk.contents(Self.path + ".unreadable-1") == [1])
    #expect(disk.contents(Self.path + ".unreadable-2") == [2])
    #expect(try file.read() == nil)
  }

  @Test func aFileIsRemovedDurably() throws {
    let disk = try diskWithOldFile()
    let file = DurableFile(path: Self.path, files: disk.files)
    #expect(try file.remove())
    #expect(try !file.remove())
    disk.plan(.stop(.nothingUnsynced), atStep: disk.stepCount + 1)
    #expect(throws: FileFailure.self) { try file.read() }
    disk.restart()
    #expect(try file.read() == nil)
  }
}
