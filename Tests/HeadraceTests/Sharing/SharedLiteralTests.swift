import Foundation
import Headrace
import Testing

/// The initial value of a shared property whose type is known only from its key.
@MainActor @Suite struct SharedLiteralTests {
  @Test func anArrayLiteralIsOfTheTypeOfTheKey() {
    @Shared(.notes) var notes = [Note(id: 1)]
    @Shared(.notesOrNone) var same = [Note(id: 2)]
    @SharedReader(.notes) var reader = [Note(id: 3)]
    @Shared(.drafts) var drafts = [Note(id: 4)]
    #expect((notes as IdentifiedArrayOf<Note>).map(\.id) == [1])
    #expect((same as IdentifiedArrayOf<Note>).map(\.id) == [1])
    #expect((reader as IdentifiedArrayOf<Note>).map(\.id) == [1])
    #expect((drafts as IdentifiedArrayOf<Note>).map(\.id) == [4])
  }

  @Test func aKeyWithoutATypeTakesThatOfTheValue() {
    @Shared(.inMemory("numbers")) var numbers = [1, 2]
    @Shared(.inMemory("rows")) var rows: IdentifiedArrayOf<Note> = [Note(id: 1)]
    let count = Shared(wrappedValue: 1, .inMemory("count"))
    #expect((numbers as [Int]) == [1, 2])
    #expect(rows.count == 1)
    #expect((count as Shared<Int>).wrappedValue == 1)
  }

  @Test func anOptionalValueNeedsNoInitialValue() {
    @Shared(.inMemory("name")) var name: String?
    @Shared(.inMemory("name")) var same: String? = "another"
    @SharedReader(.inMemory("name")) var reader: String?
    @Shared(.fileStorage(URL(filePath: "/page.json"))) var page: Int?
    @Shared(.draft) var draft
    @Shared(.draft) var sameDraft: Int?
    #expect(name == nil && same == nil && reader == nil && page == nil)
    $name.withLock { $0 = "Ann" }
    #expect(same == "Ann" && reader == "Ann")
    #expect(draft == 7 && sameDraft == 7)
  }
}

private struct Note: Identifiable, Codable, Sendable, Equatable {
  let id: Int
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Note>> {
  fileprivate static var notes: Self { fileStorage(URL(filePath: "/notes.json")) }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Note>>.Default {
  fileprivate static var notesOrNone: Self { Self[.notes, default: []] }
}

extension SharedKey where Self == InMemoryKey<IdentifiedArrayOf<Note>>.Default {
  fileprivate static var drafts: Self { Self[.inMemory("drafts"), default: []] }
}

extension SharedKey where Self == InMemoryKey<Int?>.Default {
  fileprivate static var draft: Self { Self[.inMemory("draft"), default: 7] }
}
