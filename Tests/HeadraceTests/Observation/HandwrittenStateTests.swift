import Headrace
import Testing

/// Observable states that are written without macros.
@MainActor
@Suite struct HandwrittenStateTests {
  @Test("Law 12: only assignments that change something notify observers")
  func onlyChangesAreObserved() {
    let store = Store(initialState: Board.State()) { Board() }
    var texts: [String] = []
    let token = store.observe {
      let note = store.state.note.map(\.text) ?? "none"
      texts.append("\(store.state.title), \(store.state.pinned.text), \(note)")
    }
    let actions: [Board.Action] = [
      .rename("b"), .rename("b"), .keep, .write("new"), .keep, .pin("a"), .keep,
    ]
    for action in actions { store.send(action) }
    // A new note with an equal text is another one.
    #expect(texts == ["a, a, none", "b, a, none", "b, a, new", "b, a, new"])
    withExtendedLifetime(token) {}
  }
}

private struct Note: ObservableState, Equatable {
  private(set) var _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
  private let _text: String

  init(_ text: String) { _text = text }

  var text: String {
    _$observationRegistrar.access(1)
    return _text
  }
}

private struct Board: Reducer {
  struct State: ObservableState {
    private(set) var _$observationRegistrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { _$observationRegistrar.id }
    private var _title = "a"
    private var _pinned = Note("a")
    private var _note: Note?

    var title: String {
      get {
        _$observationRegistrar.access(1)
        return _title
      }
      set {
        let isSame = ObservationStateRegistrar.isSame(_title, newValue)
        _title = newValue
        if !isSame { _$observationRegistrar.didChange(1) }
      }
    }

    var pinned: Note {
      get {
        _$observationRegistrar.access(2)
        return _pinned
      }
      set {
        let isSame = ObservationStateRegistrar.isSame(_pinned, newValue)
        _pinned = newValue
        if !isSame { _$observationRegistrar.didChange(2) }
      }
    }

    var note: Note? {
      get {
        _$observationRegistrar.access(3)
        return _note
      }
      set {
        let isSame = ObservationStateRegistrar.isSame(_note, newValue)
        _note = newValue
        if !isSame { _$observationRegistrar.didChange(3) }
      }
    }
  }

  enum Action {
    case rename(String), write(String), pin(String)
    case keep
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let title): state.title = title
    case .write(let text): state.note = Note(text)
    case .pin(let text): state.pinned = Note(text)
    case .keep: (state.note, state.pinned) = (state.note, state.pinned)
    }
    return .none
  }
}
