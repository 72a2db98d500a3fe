import Headrace

/// The feature at the bottom, as an author writes it.
@Reducer
struct Written {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var title = "Untitled"
  }

  enum Action {
    case incrementButtonTapped
    case titleChanged(String)
    case loaded(Result<String, any Error>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count &+= 1
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      case .loaded(.success(let title)):
        state.title = title
        return .none
      case .loaded(.failure):
        return .none
      }
    }
  }
}
