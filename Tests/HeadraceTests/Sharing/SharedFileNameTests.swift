import Foundation
import Headrace
import Testing

/// A file has one value, however its path is spelled, and one type.
@MainActor @Suite struct SharedFileNameTests {
  @Test(arguments: [
    "settings/count.json", "./settings/count.json", "settings/../settings/./count.json",
    "missing/../settings/count.json", "settings//count.json", "link/count.json",
    "link/../settings/count.json", "link/within/../count.json", "count-link.json", "loop/a.json",
  ])
  func anotherSpellingIsTheSameValue(spelling: String) async throws {
    try await SharedFolder.using { folder in
      let files = FileManager.default
      try files.createDirectory(
        at: folder.appending(path: "settings/within"), withIntermediateDirectories: true)
      for (link, target) in [
        ("link", "settings"), ("count-link.json", "link/count.json"), ("loop", "loop"),
      ] {
        try files.createSymbolicLink(
          atPath: folder.appending(path: link).path, withDestinationPath: target)
      }
      let path = "\(folder.path)/\(spelling.hasPrefix("loop") ? "settings/count.json" : spelling)"
      @Shared(.fileStorage(folder.appending(path: "settings/count.json"))) var first = 0
      @Shared(.fileStorage(URL(filePath: path))) var second = 0
      $first.withLock { $0 = 1 }
      $second.withLock { $0 += 10 }
      #expect(first == 11)
      #expect(second == 11)
      try await $first.save()
      let file = folder.appending(path: "settings/count.json")
      #expect(try JSONDecoder().decode(Int.self, from: Data(contentsOf: file)) == 11)
      let kind = try files.attributesOfItem(atPath: "\(folder.path)/count-link.json")[.type]
      #expect(kind as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test func aSpellingInMemoryIsTheSameFile() throws {
    try withDependencies {
      $0.defaultFileStorage = .inMemory([URL(filePath: "/x/../y/./a.json"): Data("7".utf8)])
    } operation: {
      @Dependency(\.defaultFileStorage) var storage
      @Shared(.fileStorage(URL(filePath: "/y/a.json"))) var first = 0
      @Shared(.fileStorage(URL(filePath: "/y//b/../a.json"))) var second = 0
      #expect((first, second) == (7, 7))
      $second.withLock { $0 = 8 }
      #expect(first == 8)
      let contents = try storage.contents(of: URL(filePath: "/y/./a.json"))
      #expect(contents == Data("8".utf8))
    }
  }

  @Test func filesWhoseNamesDifferInBytesAreTwoValues() async throws {
    try await SharedFolder.using { folder in
      @Shared(.fileStorage(folder.appending(path: "\u{e9}.json"))) var composed = 1
      @Shared(.fileStorage(folder.appending(path: "e\u{301}.json"))) var decomposed = 2
      #expect((composed, decomposed) == (1, 2))
      $composed.withLock { $0 = 3 }
      $decomposed.withLock { $0 = 4 }
      #expect((composed, decomposed) == (3, 4))
      try await $composed.save()
      try await $decomposed.save()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }
  }

  @Test func aSecondTypeIsReportedAndDoesNotReplaceTheFile() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "preferences.json")
      @Shared(.fileStorage(file)) var preferences = Preferences()
      $preferences.withLock { $0.size = 20 }
      var found: Shared<[String]>?
      withKnownIssue {
        found = Shared(
          wrappedValue: ["hello"], .fileStorage(folder.appending(path: "./preferences.json")))
      } matching: { issue in
        let text = "\(issue)"
        return text.contains("is shared as 'Array<String>', but as 'Preferences' at HeadraceTests/")
          && text.contains("Use the same type at both places, or another file.")
          && issue.sourceLocation?.fileName == "SharedFileNameTests.swift"
      }
      let second = try #require(found)
      let third = Shared(wrappedValue: ["other"], .fileStorage(file))
      second.withLock { $0.append("world") }
      #expect(third.wrappedValue == ["hello", "world"])
      try await second.save()
      try await $preferences.save()
      let stored = try JSONDecoder().decode(Preferences.self, from: Data(contentsOf: file))
      #expect(stored == Preferences(theme: "light", size: 20))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }
  }

  @Test func aFileMayChangeItsTypeWhenNothingSharesItAnyMore() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "value.json")
      do {
        @Shared(.fileStorage(file)) var number = 0
        $number.withLock { $0 = 5 }
        try await $number.save()
      }
      @Shared(.fileStorage(file)) var measure = 0.5
      #expect(measure == 5.0)
    }
  }
}
