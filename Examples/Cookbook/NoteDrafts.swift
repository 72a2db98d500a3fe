import Headrace

/// Teaches drafts, revert and undo: a copy of a note is edited, and then replaces the note or is
/// discarded.
///
/// A state is a value, so a draft is a copy. The copy has the identity of the original, but its own
/// observers: typing into a draft notifies only the draft's observers. Assigning it to the row
/// notifies the row's observers of the fields that differ, and so does putting back an earlier
/// copy.
@Reducer
struct NoteDrafts {
  @ObservableState
  struct State: Equatable {
    var notes: IdentifiedArrayOf<Note.State> = []
    @Presents var draft: Note.State?
    /// The notes as they were before each saved draft.
    var past: [IdentifiedArrayOf<Note.State>] = []
  }

  enum Action {
    case noteTapped(Int)
    case saveButtonTapped
    case revertButtonTapped
    case undoButtonTapped
    case notes(IdentifiedActionOf<Note>)
    case draft(PresentationAction<Note.Action>)
  }

  static let pastCountMax = 100

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteTapped(let id):
        state.draft = state.notes[id: id]
      case .saveButtonTapped:
        guard let draft = state.draft else { return .none }
        state.past = state.past.suffix(Self.pastCountMax - 1) + [state.notes]
        state.notes[id: draft.id] = draft
        state.draft = nil
      case .revertButtonTapped:
        guard let id = state.draft?.id else { return .none }
        // The same presentation continues, so its value is changed and nothing is presented again.
        let text = state.notes[id: id]?.text ?? ""
        state.draft?.text = text
      case .undoButtonTapped:
        guard let last = state.past.popLast() else { return .none }
        state.notes = last
      case .notes, .draft:
        break
      }
      return .none
    }
    .forEach(\.notes, action: \.notes) { Note() }
    .ifLet(\.$draft, action: \.draft) { Note() }
  }
}

/// One note; the row and the draft use the same feature.
@Reducer
struct Note {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
    var isPinned = false
  }

  enum Action {
    case textChanged(String)
    case pinButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      case .pinButtonTapped: state.isPinned.toggle()
      }
      return .none
    }
  }
}
