import Foundation
import Headrace
import Testing

/// A change of a shared file that is not written yet.
@MainActor @Suite struct PendingWriteTests {
  @Test func theNextPropertySeesAChangeThatIsNotWrittenYet() async throws {
    try await SharedFolder.using { folder in
      for round in 1...100 {
        let file = folder.appending(path: "count-\(round).json")
        do {
          @Shared(.fileStorage(file)) var first = 0
          $first.withLock { $0 = round }
        }
        @Shared(.fileStorage(file)) var second = 0
        #expect(second == round)
      }
    }
  }

  @Test func theLastOfManyShortLivedPropertiesIsOnDisk() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      for count in 1...200 {
        @Shared(.fileStorage(file)) var value = 0
        #expect(value == count - 1)
        $value.withLock { $0 = count }
      }
      @Shared(.fileStorage(file)) var value = 0
      try await $value.save()
      #expect(value == 200)
      #expect(try stored(file) == 200)
    }
  }

  @Test func aSheetThatIsShownAgainShowsTheToggledValue() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "on.json")
      toggleInSheets(50, file)
      @Shared(.fileStorage(file)) var isOn = false
      try await $isOn.save()
      #expect(try JSONDecoder().decode(Bool.self, from: Data(contentsOf: file)) == false)
    }
  }

  private func toggleInSheets(_ count: Int, _ file: URL) {
    let store = Store(initialState: SettingsDesk.State()) { SettingsDesk(file: file) }
    for round in 1...count {
      store.send(.shown)
      #expect(store.sheet?.isOn == (round % 2 == 0))
      store.send(.sheet(.presented(.toggled)))
      store.send(.sheet(.dismiss))
    }
  }

  @Test func loadingKeepsAChangeThatIsNotWrittenYet() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var value = 0
      for count in 1...100 {
        $value.withLock { $0 = count }
        try $value.load()
        #expect(value == count)
        try await $value.save()
        #expect(value == count)
        #expect(try stored(file) == count)
      }
    }
  }

  @Test func changesAndLoadsOnManyThreadsEndWithEqualMemoryAndFile() async throws {
    try await SharedFolder.using { folder in
      let file = folder.appending(path: "count.json")
      @Shared(.fileStorage(file)) var value = 0
      await withTaskGroup(of: Void.self) { [value = $value] group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<100 { value.withLock { $0 += 1 } } }
          group.addTask { for _ in 0..<100 { #expect(throws: Never.self) { try value.load() } } }
        }
      }
      try await $value.save()
      #expect(value == 400)
      #expect(try stored(file) == 400)
    }
  }

  private func stored(_ file: URL) throws -> Int {
    try JSONDecoder().decode(Int.self, from: Data(contentsOf: file))
  }
}

@Reducer
private struct SettingsDesk {
  let file: URL

  @ObservableState
  struct State {
    @Presents var sheet: SettingsSheet.State?
  }

  enum Action {
    case shown
    case sheet(PresentationAction<SettingsSheet.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .shown = action { state.sheet = SettingsSheet.State(file: file) }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { SettingsSheet() }
  }
}

@Reducer
private struct SettingsSheet {
  @ObservableState
  struct State {
    @Shared var isOn: Bool

    init(file: URL) { _isOn = Shared(wrappedValue: false, .fileStorage(file)) }
  }

  enum Action { case toggled }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$isOn.withLock { $0.toggle() }
      return .none
    }
  }
}
