import Headrace

extension MacroAttack {
  @Reducer
  struct Low {
    @ObservableState
    struct State: Equatable { var count = 0 }

    enum Action { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
  }

  @Reducer
  struct Mid {
    @ObservableState
    struct State: Equatable {
      var low = Low.State()
      var m = 0
    }

    enum Action { case low(Low.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.low, action: \.low) { Low() }
    }
  }

  @Reducer
  struct Top {
    @ObservableState
    struct State: Equatable {
      var mid = Mid.State()
      var t = 0
    }

    enum Action {
      case change((inout State) -> Void)
      case mid(Mid.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.mid, action: \.mid) { Mid() }
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
    }
  }

  @Reducer
  struct Phased {
    @ObservableState
    @CasePathable
    enum Phase: Equatable {
      case idle
      case busy(Int)
    }

    @ObservableState
    struct State: Equatable {
      var phase = Phase.idle
      var n = 0
    }

    enum Action {
      case set(Phase)
      case count
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let phase): state.phase = phase
        case .count: state.n += 1
        }
        return .none
      }
    }
  }

  @Reducer
  struct Themed {
    @ObservableState
    struct State {
      @Shared var theme: String
      var n = 0
    }

    enum Action {
      case exchange(String)
      case dim(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .exchange(let theme): state.$theme = Shared(value: theme)
        case .dim(let theme): state.$theme.withLock { $0 = theme }
        }
        return .none
      }
    }
  }

  @Reducer
  struct Sharing {
    @ObservableState
    struct Child { @Shared var thing: Thing }

    @ObservableState
    struct State { var child: Child? }

    enum Action {
      case put(Child?)
      case child(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .put(let child) = action { state.child = child }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Reduce<Child, Int> { _, _ in .none }
      }
    }
  }

  @Reducer
  struct Form {
    @ObservableState
    struct State: Equatable {
      var name = ""
      var age = 0
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }
}
