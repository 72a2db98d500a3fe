import DurableFiles
import DurableFilesTesting
import Testing

@Suite struct LineJournalTests {
  private static let path = "/wallet/journal"

  private func texts(_ journal: LineJournal) throws -> [String] {
    try journal.lines().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesAreReadInTheOrderOfAppending() throws {
    let disk = SimulatedDisk(writeByteCountMax: 3)
    let journal = LineJournal(path: Self.path, files: disk.files)
    #expect(try texts(journal) == [])
    for text in ["first", "", "third"] { try journal.append(Array(text.utf8)) }
    #expect(try texts(journal) == ["first", "", "third"])
    #expect(disk.paths == [Self.path])
  }

  @Test func machineStoppedBeforeAnyStepLosesNoAcknowledgedLine() throws {
    func prepared() throws -> SimulatedDisk {
      let disk = SimulatedDisk(writeByteCountMax: 4)
      try LineJournal(path: Self.path, files: disk.files).append(Array("acknowledged".utf8))
      disk.restart()
      return disk
    }
    let rehearsal = try prepared()
    try LineJournal(path: Self.path, files: rehearsal.files).append(Array("interrupted".utf8))
    for stop in SimulatedDisk.Stop.allCases {
      for step in 1...rehearsal.stepCount {
        let disk = try prepared()
        let journal = LineJournal(path: Self.path, files: disk.files)
        disk.plan(.stop(stop), atStep: step)
        #expect(throws: FileFailure.self) { try journal.append(Array("interrupted".utf8)) }
        disk.restart()
        let found = try texts(journal)
        #expect(
          found == ["acknowledged"] || found == ["acknowledged", "interrupted"],
          "\(stop) before step \(step)"
        )
        try journal.append(Array("next".utf8))
        #expect(try texts(journal) == found + ["next"], "\(stop) before step \(step)")
      }
    }
  }

  @Test func aTornLineIsSetAsideBeforeTheNextAppend() throws {
    let disk = SimulatedDisk()
    let journal = LineJournal(path: Self.path, files: disk.files)
    disk.put(Array("whole\nto".utf8), at: Self.path)
    #expect(try texts(journal) == ["whole"])
    try journal.append(Array("next".utf8))
    #expect(try texts(journal) == ["whole", "next"])
    #expect(disk.contents(Self.path + ".unreadable-1") == Array("to".utf8))
  }

  @Test func aRefusedStepTakesTheLineBack() throws {
    let rehearsal = SimulatedDisk(writeByteCountMax: 4)
    try LineJournal(path: Self.path, files: rehearsal.files).append(Array("refused".utf8))
    for step in 1..<rehearsal.stepCount {
      let disk = SimulatedDisk(writeByteCountMax: 4)
      let journal = LineJournal(path: Self.path, files: disk.files)
      disk.plan(.refuse(.diskFull), atStep: step)
      let failure = #expect(throws: FileFailure.self) { try journal.append(Array("refused".utf8)) }
      #expect(failure?.reason == .diskFull, "step \(step)")
      #expect(try texts(journal) == [], "step \(step)")
      try journal.append(Array("next".utf8))
      #expect(try texts(journal) == ["next"], "step \(step)")
    }
  }

  @Test func aJournalDoesNotGrowPastWhatIsRead() throws {
    let disk = SimulatedDisk()
    let journal = LineJournal(path: Self.path, byteCountMax: 10, files: disk.files)
    try journal.append(Array("12345".utf8))
    let failure = #expect(throws: FileFailure.self) { try journal.append(Array("6789".utf8)) }
    #expect(failure == FileFailure(.tooLarge(byteCountMax: 10), path: Self.path))
    try journal.append(Array("678".utf8))
    #expect(try texts(journal) == ["12345", "678"])
  }
}
