import Headrace

/// Writes the caption of one picture, for ``Gallery``.
@Reducer
struct CaptionEditor {
  @ObservableState
  struct State: Equatable {
    let picture: String
    var text: String
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case saveButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case saved(text: String, picture: String)
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .saveButtonTapped:
        return .concatenate(
          .send(.delegate(.saved(text: state.text, picture: state.picture))),
          .run { [dismiss] _ in await dismiss() })
      case .binding, .delegate:
        return .none
      }
    }
  }
}
