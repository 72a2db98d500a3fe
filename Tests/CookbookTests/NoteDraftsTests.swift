import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct NoteDraftsTests {
  private let notes: IdentifiedArrayOf<Note.State> = [
    Note.State(id: 1, text: "Milk"), Note.State(id: 2, text: "Bread"),
  ]

  @Test func aDraftIsSavedAndTakenBack() async {
    let store = TestStore(initialState: NoteDrafts.State(notes: notes)) { NoteDrafts() }
    await store.send(.noteTapped(1)) { [notes] in $0.draft = notes[id: 1] }
    await store.send(.draft(.presented(.textChanged("Oats")))) { $0.draft?.text = "Oats" }
    await store.send(.revertButtonTapped) { $0.draft?.text = "Milk" }
    await store.send(.draft(.presented(.textChanged("Rice")))) { $0.draft?.text = "Rice" }
    await store.send(.saveButtonTapped) { [notes] in
      $0.past = [notes]
      $0.notes[id: 1]?.text = "Rice"
      $0.draft = nil
    }
    await store.send(.undoButtonTapped) { [notes] in
      $0.past = []
      $0.notes = notes
    }
  }

  @MainActor
  @Test func observersOfTheRowAreNotifiedWhenTheDraftIsSaved() throws {
    let store = Store(initialState: NoteDrafts.State(notes: notes)) { NoteDrafts() }
    let row = try #require(store.scope(state: \.notes, action: \.notes)[id: 1])
    var (texts, pins) = ([String](), [Bool]())
    let tokens = [
      row.observe { texts.append(row.text) }, row.observe { pins.append(row.isPinned) },
    ]
    store.send(.noteTapped(1))
    store.send(.draft(.presented(.textChanged("Rice"))))
    #expect(texts == ["Milk"])
    store.send(.saveButtonTapped)
    store.send(.undoButtonTapped)
    #expect(texts == ["Milk", "Rice", "Milk"])
    #expect(pins == [false])
    for token in tokens { token.cancel() }
  }
}
