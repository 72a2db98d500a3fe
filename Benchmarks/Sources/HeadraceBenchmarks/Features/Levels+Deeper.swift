import Headrace

// Five more levels above those of `Levels.swift`, to determine the cost of one level.

/// The feature above level 5.
struct Level6: Reducer {
  struct State {
    var count = 0
    var child = Level5.State()
  }

  enum Action {
    case child(Level5.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level5() }
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

extension Level6.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level6.Action, Level5.Action> {
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

/// The feature above level 6.
struct Level7: Reducer {
  struct State {
    var count = 0
    var child = Level6.State()
  }

  enum Action {
    case child(Level6.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level6() }
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

extension Level7.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level7.Action, Level6.Action> {
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

/// The feature above level 7.
struct Level8: Reducer {
  struct State {
    var count = 0
    var child = Level7.State()
  }

  enum Action {
    case child(Level7.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level7() }
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

extension Level8.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level8.Action, Level7.Action> {
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

/// The feature above level 8.
struct Level9: Reducer {
  struct State {
    var count = 0
    var child = Level8.State()
  }

  enum Action {
    case child(Level8.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level8() }
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

extension Level9.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level9.Action, Level8.Action> {
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

/// The feature above level 9.
struct Level10: Reducer {
  struct State {
    var count = 0
    var child = Level9.State()
  }

  enum Action {
    case child(Level9.Action)
    case increment
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Level9() }
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

extension Level10.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<Level10.Action, Level9.Action> {
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
