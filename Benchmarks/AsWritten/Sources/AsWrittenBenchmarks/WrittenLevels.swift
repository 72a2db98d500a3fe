import Headrace

// Five features, each with the one below as its child.

/// The feature one level above the bottom.
@Reducer
struct Written1 {
  @ObservableState
  struct State: Equatable {
    var title = "Untitled"
    var child = Written.State()
  }

  enum Action {
    case child(Written.Action)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Written() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

/// The feature two levels above the bottom.
@Reducer
struct Written2 {
  @ObservableState
  struct State: Equatable {
    var title = "Untitled"
    var child = Written1.State()
  }

  enum Action {
    case child(Written1.Action)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Written1() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

/// The feature three levels above the bottom.
@Reducer
struct Written3 {
  @ObservableState
  struct State: Equatable {
    var title = "Untitled"
    var child = Written2.State()
  }

  enum Action {
    case child(Written2.Action)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Written2() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

/// The feature four levels above the bottom.
@Reducer
struct Written4 {
  @ObservableState
  struct State: Equatable {
    var title = "Untitled"
    var child = Written3.State()
  }

  enum Action {
    case child(Written3.Action)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Written3() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

/// The feature five levels above the bottom.
@Reducer
struct Written5 {
  @ObservableState
  struct State: Equatable {
    var title = "Untitled"
    var child = Written4.State()
  }

  enum Action {
    case child(Written4.Action)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Written4() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}
