import Foundation
import Headrace
import Synchronization
import Testing

@MainActor @Suite struct FileStorageTests {
  private let url = URL(filePath: "/settings/preferences.json")

  @Test func aFileIsReadAndWritten() throws {
    let file = Data(#"{"theme":"dark","size":9}"#.utf8)
    try withDependencies {
      $0.defaultFileStorage = .inMemory([url: file])
    } operation: {
      @Dependency(\.defaultFileStorage) var storage
      @Shared(.fileStorage(url)) var preferences = Preferences()
      #expect(preferences == Preferences(theme: "dark", size: 9))
      $preferences.withLock { $0.size = 10 }
      let written = try #require(try storage.contents(of: url))
      #expect(
        String(decoding: written, as: UTF8.self) == """
          {
            "size" : 10,
            "theme" : "dark"
          }
          """)
      #expect($preferences.loadError == nil)
      #expect($preferences.saveError == nil)
    }
  }

  @Test func aFileThatIsNotThereIsTheDefault() throws {
    @Shared(.fileStorage(url)) var preferences = Preferences()
    @Dependency(\.defaultFileStorage) var storage
    #expect(preferences == Preferences())
    let contents = try storage.contents(of: url)
    #expect(contents == nil)
  }

  @Test func aDamagedFileIsReportedAndKept() throws {
    try withDependencies {
      $0.defaultFileStorage = .inMemory([url: Data("{".utf8)])
    } operation: {
      @Dependency(\.defaultFileStorage) var storage
      var shared: Shared<Preferences>?
      withKnownIssue {
        shared = Shared(wrappedValue: Preferences(), .fileStorage(url))
      } matching: { issue in
        "\(issue)".contains("A shared value could not be read: The file /settings/")
      }
      let preferences = try #require(shared)
      #expect(preferences.wrappedValue == Preferences())
      let error = try #require(preferences.loadError as? FileStorageError)
      let text = "\(error)"
      #expect(
        text.hasPrefix(
          "The file /settings/preferences.json is damaged, and is kept as "
            + "/settings/preferences.json.damaged: "), "\(text)")
      preferences.withLock { $0.size = 1 }
      let damaged = URL(filePath: "/settings/preferences.json.damaged")
      let (kept, written) = (try storage.contents(of: damaged), try storage.contents(of: url))
      #expect(kept == Data("{".utf8))
      #expect(written != nil)
    }
  }

  @Test func theRealFileSystemHasTheLastChange() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "headrace-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "deep/preferences.json")
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(file)) var preferences = Preferences()
      for size in 1...100 { $preferences.withLock { $0.size = size } }
      try await $preferences.save()
      let stored = try JSONDecoder().decode(Preferences.self, from: Data(contentsOf: file))
      #expect(stored.size == 100)
      let files = try FileManager.default.contentsOfDirectory(
        atPath: file.deletingLastPathComponent().path)
      #expect(files == ["preferences.json"])

      // Another process has written it.
      try Data(#"{"theme":"blue","size":3}"#.utf8).write(to: file)
      try $preferences.load()
      #expect(preferences.theme == "blue")

      try Data("[]".utf8).write(to: file)
      #expect(throws: FileStorageError.self) { try $preferences.load() }
      #expect(preferences.theme == "blue")
      let names = try FileManager.default.contentsOfDirectory(
        atPath: file.deletingLastPathComponent().path)
      #expect(names.count == 1 && names[0] == "preferences.json.damaged")
    }
  }

  @Test func aFolderThatCanNotBeMadeIsAnErrorAndTheValueStays() async throws {
    let inFile = URL(filePath: "/dev/null/preferences.json")
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      var shared: Shared<Preferences>?
      withKnownIssue(isIntermittent: true) {
        shared = Shared(wrappedValue: Preferences(), .fileStorage(inFile))
      }
      let preferences = try #require(shared)
      preferences.withLock { $0.size = 2 }
      await #expect(throws: FileStorageError.self) { try await preferences.save() }
      #expect(preferences.wrappedValue.size == 2)
      let error = try #require(preferences.saveError)
      let text = "\(error)"
      #expect(
        text.hasPrefix("The file /dev/null/preferences.json could not be written: "), "\(text)")
    }
  }

  @Test func aKeyOfAnAuthorIsStoredOneCallAfterTheOther() async throws {
    let shelf = Shelf()
    let title = Shared(wrappedValue: "", ShelfKey(shelf: shelf))
    for number in 1...50 { title.withLock { $0 = "\(number)" } }
    try await title.save()
    let saved = shelf.saved.withLock { $0 }
    #expect(saved.last == "50")
    #expect(saved.count <= 50)
    #expect(saved.compactMap { Int($0) } == saved.compactMap { Int($0) }.sorted())
  }
}

private final class Shelf: Sendable {
  let saved = Mutex<[String]>([])
}

private struct ShelfKey: SharedKey {
  let shelf: Shelf

  func load() -> String? { nil }
  func save(_ value: String) { shelf.saved.withLock { $0.append(value) } }

  static func == (first: Self, second: Self) -> Bool { first.shelf === second.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}
