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
      let (title, pinned, note) = (store.title, store.pinned.text, store.note?.text)
      texts.append("\(title), \(pinned), \(note ?? "none")")
      _ = (store.mark, store.lastMark)
    }
    let actions: [Board.Action] = [
      .rename("b"), .rename("b"), .keep, .write("new"), .keep, .pin("a"), .keep,
    ]
    for action in actions { store.send(action) }
    // A new note with an equal text is another one.
    #expect(texts == ["a, a, none", "b, a, none", "b, a, new", "b, a, new"])
    store.send(.mark)
    #expect(texts.count == 5)
    store.send(.keep)
    #expect(texts.count == 5)
    withExtendedLifetime(token) {}
  }

  @Test("Law 12: an assignment of values that can't be compared notifies observers")
  func incomparableValuesCount() {
    let store = Store(initialState: Board.State()) { Board() }
    var count = 0
    let token = store.observe {
      _ = store.color
      count += 1
    }
    store.send(.keepColor)
    #expect(count == 2)
    withExtendedLifetime(token) {}
  }
}

private struct Color { var hue = 0 }

private struct Mark: ObservableState {
  let _$observationRegistrar = ObservationStateRegistrar()
  var _$id: ObservableStateID { _$observationRegistrar.id }
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
    private var _mark = Mark()
    private var _lastMark: Mark?
    private var _color = Color()

    var title: String {
      get { read(1, _title) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_title, newValue)
        _title = newValue
        didSet(1, isSame)
      }
    }

    var pinned: Note {
      get { read(2, _pinned) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_pinned, newValue)
        _pinned = newValue
        didSet(2, isSame)
      }
    }

    var note: Note? {
      get { read(3, _note) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_note, newValue)
        _note = newValue
        didSet(3, isSame)
      }
    }

    var mark: Mark {
      get { read(4, _mark) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_mark, newValue)
        _mark = newValue
        didSet(4, isSame)
      }
    }

    var lastMark: Mark? {
      get { read(5, _lastMark) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_lastMark, newValue)
        _lastMark = newValue
        didSet(5, isSame)
      }
    }

    var color: Color {
      get { read(6, _color) }
      set {
        let isSame = ObservationStateRegistrar.isSame(_color, newValue)
        _color = newValue
        didSet(6, isSame)
      }
    }

    private func read<Value>(_ field: UInt64, _ value: Value) -> Value {
      _$observationRegistrar.access(field)
      return value
    }

    private mutating func didSet(_ field: UInt64, _ isSame: Bool) {
      if !isSame { _$observationRegistrar.didChange(field) }
    }
  }

  enum Action {
    case rename(String), write(String), pin(String)
    case keep, mark, keepColor
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rename(let title): state.title = title
    case .write(let text): state.note = Note(text)
    case .pin(let text): state.pinned = Note(text)
    case .keep:
      (state.note, state.pinned) = (state.note, state.pinned)
      (state.mark, state.lastMark) = (state.mark, state.lastMark)
    case .mark: state.lastMark = state.mark
    case .keepColor: state.color = state.color
    }
    return .none
  }
}
