import Headrace
import HeadraceTesting
import Testing

/// One item, which can be saved after a while, and dismissed.
@Reducer
private struct Editor {
  struct State: Equatable {
    var text = ""
    var isSaving = false
  }

  enum Action: Equatable {
    case textChanged(String)
    case saveButtonTapped
    case saved
    case closeButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .none
      case .saveButtonTapped:
        state.isSaving = true
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.saved)
        }
      case .saved:
        state.isSaving = false
        return .run { [self] _ in await dismiss() }
      case .closeButtonTapped:
        return .run { [self] _ in await dismiss() }
      }
    }
  }
}

@Reducer
private enum Path {
  case editor(Editor)
}

extension Path.State: Equatable {}
extension Path.Action: Equatable {}

/// Edits items on a stack, and asks before it deletes all.
@Reducer
private struct Items {
  struct State: Equatable {
    @Presents var alert: AlertState<Alert>?
    var path = StackState<Path.State>()
    var other = StackState<Path.State>()
  }

  @CasePathable
  enum Alert: Equatable, Sendable { case confirm }

  enum Action {
    case alert(PresentationAction<Alert>)
    case path(StackActionOf<Path>)
    case other(StackActionOf<Path>)
    case addButtonTapped
    case addLaterButtonTapped
    case added
    case clearButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped, .added:
        state.path.append(.editor(Editor.State()))
        return .none
      case .addLaterButtonTapped:
        return .run { send in
          await send(.added)
          await send(.added)
        }
      case .clearButtonTapped:
        state.alert = .clear
        return .none
      case .alert(.presented(.confirm)):
        state.path.removeAll()
        state.other.append(.editor(Editor.State(text: "empty")))
        return .none
      case .alert, .path, .other:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.path, action: \.path)
    .forEach(\.other, action: \.other)
  }
}

extension AlertState<Items.Alert> {
  fileprivate static var clear: Self {
    AlertState {
      TextState("Delete all?")
    } actions: {
      ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
    }
  }
}

@Suite struct PresentationScriptTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Items> {
    TestStore(initialState: Items.State()) {
      Items()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func anEditorSavesAndLeaves() async {
    let store = makeStore()
    await store.send(.addButtonTapped) { $0.path[id: 0] = .editor(Editor.State()) }
    await store.send(\.path[id: 0].editor.textChanged, "milk") {
      $0.path[id: 0, case: \.editor]?.text = "milk"
    }
    await store.send(\.path[id: 0].editor.saveButtonTapped) {
      $0.path[id: 0, case: \.editor]?.isSaving = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].editor.saved) {
      $0.path[id: 0, case: \.editor]?.isSaving = false
    }
    await store.receive(\.path.popFrom, 0) { $0.path[id: 0] = nil }
  }

  @Test func leavingWhileSavingEndsTheWork() async {
    let store = makeStore()
    await store.send(.addButtonTapped) { $0.path.append(.editor(Editor.State())) }
    await store.send(\.path[id: 0].editor.saveButtonTapped) {
      $0.path[id: 0, case: \.editor]?.isSaving = true
    }
    await store.send(\.path[id: 0].editor.closeButtonTapped)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test func idsOfTheAssertionFollowTheStores() async {
    let store = makeStore()
    await store.send(.addButtonTapped) { $0.path.append(.editor(Editor.State())) }
    await store.send(.addLaterButtonTapped)
    await store.receive(\.added) { $0.path.append(.editor(Editor.State())) }
    await store.receive(\.added) { $0.path.append(.editor(Editor.State())) }
    #expect(Array(store.state.path.ids) == [0, 1, 2])
    await store.send(\.path.push, (id: 3, state: .editor(Editor.State(text: "pushed")))) {
      $0.path[id: 3] = .editor(Editor.State(text: "pushed"))
    }
    await store.send(.clearButtonTapped) { $0.alert = .clear }
    await store.send(\.alert.confirm) {
      $0.alert = nil
      $0.path = []
      $0.other[id: 4] = .editor(Editor.State(text: "empty"))
    }
  }

  @Test func anAlertIsDismissed() async {
    let store = makeStore()
    await store.send(.clearButtonTapped) { $0.alert = .clear }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func aWrongIDIsSeen() async {
    var line = 0
    let failures = await failures {
      let store = makeStore()
      line = #line + 1
      await store.send(.addButtonTapped) { $0.path[id: 1] = .editor(Editor.State()) }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        The state after sending Items.Action.addButtonTapped is not as expected.

            Items.State(
              _alert: nil,
              path: [
          −     #1: .editor(…)
          +     #0: .editor(…)
              ],
              other: [:]
            )

        (Expected: −, Actual: +)
        """
      ])
  }

  // MARK: - A Feature Alone

  @Test func aFeatureAloneIsDismissed() async {
    let store = TestStore(initialState: Editor.State()) {
      Editor()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    #expect(!store.isDismissed)
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
    await store.finish()
  }

  @Test func sendingToAnEndedFeatureFails() async {
    var line = 0
    let failures = await failures {
      let store = TestStore(initialState: Editor.State()) { Editor() }
      await store.send(.closeButtonTapped)
      line = #line + 1
      await store.send(.textChanged("late")) { $0.text = "late" }
    }
    #expect(
      failures == [
        RecordedFailure(
          text: """
            An action was sent to a feature that has dismissed itself: \
            Editor.Action.textChanged("late")

            It has called '@Dependency(\\.dismiss)', so its parent would have removed it, and no \
            action would reach it. End the test with the dismissal, and assert it with \
            'store.isDismissed'.
            """, fileID: "HeadraceTestingTests/PresentationScriptTests.swift", line: line,
          isWarning: false)
      ])
  }

  @Test func aReplacementForTheDismissalWins() async {
    let dismissals = Locked(0)
    let store = TestStore(initialState: Editor.State()) {
      Editor()
    } withDependencies: {
      $0.dismiss = DismissEffect { dismissals.change { $0 += 1 } }
    }
    await store.send(.closeButtonTapped)
    #expect(dismissals.value == 1)
    #expect(!store.isDismissed)
  }
}
