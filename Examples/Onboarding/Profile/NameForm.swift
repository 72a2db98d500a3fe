import Headrace

/// Changes the member's name.
@Reducer
struct NameForm {
  struct State: Codable, Equatable {
    /// The name on the server.
    let name: String
    var text: String
    var isSaving = false
    var problem: String?

    init(name: String, text: String? = nil) {
      self.name = name
      self.text = text ?? name
    }

    /// True if dismissing the screen would lose text.
    var isUnsaved: Bool { text != name }
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  @CasePathable
  enum View: Equatable {
    case textChanged(String)
    case saveButtonTapped
    case backButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case saved
    case failed
  }

  @CasePathable
  enum Delegate: Equatable {
    case saved(name: String)
  }

  @Dependency(\.club) private var club
  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .view(.textChanged(let text)):
      // A name that is being saved can't be changed.
      guard !state.isSaving else { return .none }
      state.text = text
      return .none
    case .view(.saveButtonTapped):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      state.problem = nil
      return .run { [club, name = state.text] send in
        try await club.rename(name: name)
        await send(.inner(.saved))
      } catch: { _, send in
        await send(.inner(.failed))
      }
    case .view(.backButtonTapped):
      return .run { [dismiss] _ in await dismiss() }
    case .inner(.saved):
      state = State(name: state.text)
      return .send(.delegate(.saved(name: state.name)))
    case .inner(.failed):
      state.isSaving = false
      state.problem = "The club can't be reached."
      return .none
    case .delegate:
      return .none
    }
  }
}
