import Foundation
import Headrace
import Observation
import Testing

/// swift-sharing #147: another process replaced a shared file by renaming, and its later changes
/// were not seen.
///
/// Here they are seen when the value is next used, and a change made without them is refused.
@MainActor @Suite struct SwiftSharing147Tests {
  @Test(arguments: [
    "printf 50 > $1.new && mv $1.new $1", "printf 50 > $1",
    "printf 50 > $1.new && touch -r $1 $1.new && mv $1.new $1",
    "printf 7 > $1 && printf 50 > $1", "ln -sf $1.other $1 && printf 50 > $1.other",
  ])
  func theNextChangeSeesWhatAnotherProcessHasWritten(script: String) async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      for _ in 1...3 {
        $count.withLock { $0 = 3 }
        try await $count.save()
        try run(script, on: file)
        $count.withLock { $0 += 1 }
        #expect(count == 51)
        try await $count.save()
        #expect(try stored(file) == 51)
      }
    }
  }

  @Test func aChangeOfTheSameSizeAtTheSameTimeIsSeen() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      for number in 1...20 {
        $count.withLock { $0 = 1 }
        try await $count.save()
        try Data("\(number % 8 + 2)".utf8).write(to: file)
        $count.withLock { $0 += 0 }
        #expect(count == number % 8 + 2)
        try await $count.save()
      }
    }
  }

  @Test func readingSeesWhatAnotherProcessHasWritten() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      $count.withLock { $0 = 3 }
      try await $count.save()
      for number in 1...3 {
        try run("printf 5\(number) > $1.new && mv $1.new $1", on: file)
        #expect(count == 50 + number)
      }
    }
  }

  @Test func anObserverThatReadsIsNotifiedOfWhatAnotherProcessHasWritten() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      let (changes, continuation) = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = count
      } onChange: {
        continuation.yield()
      }
      try run("printf 50 > $1.new && mv $1.new $1", on: file)
      #expect(count == 50)
      for await _ in changes { break }
    }
  }

  @Test func aFileThatIsHalfWrittenIsReadWhenItIsComplete() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "word.json")
      @Shared(.fileStorage(file)) var word = "a"
      $word.withLock { $0 = "b" }
      try await $word.save()
      try run("printf '\"lon' > $1", on: file)
      #expect(word == "b")
      #expect($word.loadError != nil)
      try run("printf 'ger\"' >> $1", on: file)
      #expect(word == "longer")
      #expect($word.loadError == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["word.json"])
    }
  }

  @Test func loadingSeesWhatAnotherProcessHasWritten() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      $count.withLock { $0 = 3 }
      try await $count.save()
      for _ in 1...3 {
        try run("printf 50 > $1.new && mv $1.new $1", on: file)
        try $count.load()
        #expect(count == 50)
        try run("printf 60 > $1.new && mv $1.new $1", on: file)
        try $count.load()
        #expect(count == 60)
      }
    }
  }

  @Test func aChangeMadeWithoutTheFilesContentIsRefused() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      $count.withLock { $0 = 3 }
      try await $count.save()
      // Written during the change, so the change can't take it into account.
      try $count.withLock {
        $0 = 4
        try run("printf 50 > $1.new && mv $1.new $1", on: file)
      }
      await #expect(throws: FileStorageError.changed(file.path)) { try await $count.save() }
      #expect(try stored(file) == 50)
      #expect(count == 50)
      #expect(
        $count.saveError.map { "\($0)" } == """
          The file \(file.path) was changed by another process meanwhile, so it was not replaced. \
          Unless it is damaged, the value is read from it: repeat the change.
          """)
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(try stored(file) == 51)
      #expect($count.saveError == nil)
    }
  }

  @Test func aFileThatAppearsIsNotReplaced() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 0
      try run("printf 50 > $1", on: file)
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(try stored(file) == 51)
    }
  }

  @Test func aFileThatWasRemovedIsWrittenAgain() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 3
      $count.withLock { $0 = 4 }
      try await $count.save()
      try run("rm $1", on: file)
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(try stored(file) == 5)
    }
  }

  @Test func aDamagedChangeOfAnotherProcessIsKept() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var count = 3
      $count.withLock { $0 = 4 }
      try await $count.save()
      try run("printf x > $1", on: file)
      $count.withLock { $0 += 1 }
      await #expect(throws: FileStorageError.changed(file.path)) { try await $count.save() }
      #expect($count.loadError is FileStorageError)
      #expect(count == 5)
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(try stored(file) == 6)
      let kept = try Data(contentsOf: folder.appending(path: "count.json.damaged"))
      #expect(kept == Data("x".utf8))
    }
  }

  @Test func theChangesOfManyWritersAreWrittenOrRefused() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      let stored = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...3 {
          group.addTask {
            try await asAnotherProgram {
              var written = 0
              @Shared(.fileStorage(file)) var count = 0
              for _ in 1...20 {
                $count.withLock { $0 += 1 }
                do {
                  try await $count.save()
                  written += 1
                } catch FileStorageError.changed {}
              }
              return written
            }
          }
        }
        var sum = 0
        for try await written in group { sum += written }
        return sum
      }
      #expect(try self.stored(file) == stored)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["count.json"])
    }
  }

  private func stored(_ file: URL) throws -> Int {
    try JSONDecoder().decode(Int.self, from: Data(contentsOf: file))
  }

  /// Runs a shell script, in another process, on a file.
  private func run(_ script: String, on file: URL) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script, "sh", file.path]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }
}
