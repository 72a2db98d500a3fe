import Headrace
import HeadraceTesting
import Testing

extension Race {
  /// Two timers that are due together: the draft is saved, and the session ends.
  static let twoTimers = Race("two timers") { isFixed in
    let clock = TestClock()
    let store = TestStore(initialState: LetterEditor.State()) {
      LetterEditor(isFixed: isFixed)
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.draftChanged("Dear"))
    await clock.advance(by: .seconds(30))
    await store.finish()
    #expect(store.state == LetterEditor.State(saved: "Dear", isSignedIn: false))
  }

  /// A search that has waited for a pause in typing, and a tap that clears the field.
  static let debounceAgainstClear = Race("debounce against clear") { isFixed in
    let store = TestStore(initialState: TitleSearch.State()) {
      TitleSearch(isFixed: isFixed) { ["\($0)s"] }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off
    await store.send(.queryChanged("book"))
    await store.send(.clearButtonTapped)
    await store.finish()
    #expect(store.state == TitleSearch.State())
  }
}

// MARK: - Features

/// Saves a draft after 30 seconds, and ends the session after 30 seconds.
///
/// The flaw: the end of the session discards a draft. The fix: it saves the draft first.
@Reducer struct LetterEditor {
  struct State: Equatable {
    var draft = ""
    var saved = ""
    var isSignedIn = true
  }

  enum Action: Equatable {
    case draftChanged(String)
    case saveIntervalEnded
    case sessionEnded
  }

  enum CancelID { case saving, session }

  @Dependency(\.continuousClock) private var clock

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .draftChanged(let draft):
      state.draft = draft
      return .merge(
        timer("saving", id: .saving, then: .saveIntervalEnded),
        timer("session", id: .session, then: .sessionEnded))
    case .saveIntervalEnded:
      save(&state)
      return .none
    case .sessionEnded:
      if isFixed { save(&state) }
      state.draft = ""
      state.isSignedIn = false
      return .cancel(id: CancelID.saving)
    }
  }

  private func save(_ state: inout State) {
    guard !state.draft.isEmpty else { return }
    state.saved = state.draft
    state.draft = ""
  }

  private func timer(_ name: String, id: CancelID, then action: Action) -> Effect<Action> {
    .run(name: name) { [clock] send in
      try await clock.sleep(for: .seconds(30))
      await send(action)
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}

/// Searches when the typing pauses.
///
/// The flaw: the button only clears the state. The fix: it cancels the search, too.
@Reducer struct TitleSearch {
  struct State: Equatable {
    var query = ""
    var titles: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case clearButtonTapped
    case found([String])
  }

  enum CancelID { case search }

  @Dependency(\.continuousClock) private var clock

  let isFixed: Bool
  let titles: @Sendable (_ query: String) async -> [String]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run(name: "search") { [titles] send in
        await send(.found(await titles(query)))
      }
      .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
    case .clearButtonTapped:
      state = State()
      return isFixed ? .cancel(id: CancelID.search) : .none
    case .found(let titles):
      state.titles = titles
      return .none
    }
  }
}
