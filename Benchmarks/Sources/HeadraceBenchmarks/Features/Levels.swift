import Headrace

// Five features, each with the one below as its child. They are written out instead of generic,
// like those of an application: a case path created inside a generic type calls through run-time
// metadata.

/// The feature above the counter.
struct Level1: Reducer {
  struct State {
    var count = 0
    var child = Counter.State(id: 0)
  }

  enum Action {
    case child(Counter.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Counter() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .increment:
        state.count &+= 1
        return .none
      }
    }
  }
}

extension Level1.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level1.Action, Counter.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { action in
          guard case .child(let child) = action else { return nil }
          return child
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The feature above level 1.
struct Level2: Reducer {
  struct State {
    var count = 0
    var child = Level1.State()
  }

  enum Action {
    case child(Level1.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level1() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .increment:
        state.count &+= 1
        return .none
      }
    }
  }
}

extension Level2.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level2.Action, Level1.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { action in
          guard case .child(let child) = action else { return nil }
          return child
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The feature above level 2.
struct Level3: Reducer {
  struct State {
    var count = 0
    var child = Level2.State()
  }

  enum Action {
    case child(Level2.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level2() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .increment:
        state.count &+= 1
        return .none
      }
    }
  }
}

extension Level3.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level3.Action, Level2.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { action in
          guard case .child(let child) = action else { return nil }
          return child
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The feature above level 3.
struct Level4: Reducer {
  struct State {
    var count = 0
    var child = Level3.State()
  }

  enum Action {
    case child(Level3.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level3() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .increment:
        state.count &+= 1
        return .none
      }
    }
  }
}

extension Level4.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level4.Action, Level3.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { action in
          guard case .child(let child) = action else { return nil }
          return child
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The feature above level 4.
struct Level5: Reducer {
  struct State {
    var count = 0
    var child = Level4.State()
  }

  enum Action {
    case child(Level4.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level4() }
    Reduce { state, action in
      switch action {
      case .child:
        return .none
      case .increment:
        state.count &+= 1
        return .none
      }
    }
  }
}

extension Level5.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level5.Action, Level4.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { action in
          guard case .child(let child) = action else { return nil }
          return child
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
