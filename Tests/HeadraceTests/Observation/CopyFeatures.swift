import Headrace

/// A leaf whose copies are saved, drafted and restored.
@Reducer
struct CopyLeaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    @ObservationStateIgnored var id = 0
    var a = 0
    var b = 0
  }

  enum Action {
    case change((inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      }
      return .none
    }
  }
}

/// A leaf below another state.
@Reducer
struct CopyTwig {
  @ObservableState
  struct State: Equatable {
    var leaf = CopyLeaf.State()
    var c = 0
  }

  enum Action {
    case change((inout State) -> Void)
    case leaf(CopyLeaf.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: \.leaf) { CopyLeaf() }
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
  }
}

/// A leaf in one case, or something else.
@Reducer
struct CopyBud {
  @ObservableState
  @CasePathable
  enum State: Equatable {
    case leaf(CopyLeaf.State)
    case number(Int)
    case empty
  }

  enum Action {
    case change((inout State) -> Void)
    case leaf(CopyLeaf.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifCaseLet(\.leaf, action: \.leaf) { CopyLeaf() }
  }
}

/// Leaves in all places where a child can be.
@Reducer
struct CopyTree {
  @ObservableState
  struct State: Equatable {
    var x = 0
    var leaf = CopyLeaf.State()
    var other = CopyLeaf.State()
    var draft: CopyLeaf.State?
    @Presents var shown: CopyLeaf.State?
    var rows: IdentifiedArrayOf<CopyLeaf.State> = []
    var path = StackState<CopyLeaf.State>()
    var twig = CopyTwig.State()
    var bud = CopyBud.State.empty
  }

  enum Action {
    case change((inout State) -> Void)
    case leaf(CopyLeaf.Action)
    case other(CopyLeaf.Action)
    case draft(CopyLeaf.Action)
    case shown(PresentationAction<CopyLeaf.Action>)
    case rows(IdentifiedActionOf<CopyLeaf>)
    case path(StackActionOf<CopyLeaf>)
    case twig(CopyTwig.Action)
    case bud(CopyBud.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: \.leaf) { CopyLeaf() }
    Scope(state: \.other, action: \.other) { CopyLeaf() }
    Scope(state: \.twig, action: \.twig) { CopyTwig() }
    Scope(state: \.bud, action: \.bud) { CopyBud() }
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.draft, action: \.draft) { CopyLeaf() }
    .ifLet(\.$shown, action: \.shown) { CopyLeaf() }
    .forEach(\.rows, action: \.rows) { CopyLeaf() }
    .forEach(\.path, action: \.path) { CopyLeaf() }
  }
}

extension StoreOf<CopyTree> {
  /// Changes the state with the tree's own reducer.
  func change(_ change: @escaping (inout CopyTree.State) -> Void) { send(.change(change)) }
}

extension StoreOf<CopyLeaf> {
  /// Changes the state with the leaf's own reducer.
  func change(_ change: @escaping (inout CopyLeaf.State) -> Void) { send(.change(change)) }
}
