import Headrace
import Testing

/// A feature that contains itself and differs at each level.
private struct Level: Reducer {
  struct State: Identifiable {
    let id: Int
    var levels: IdentifiedArrayOf<State> = []
    var depthSeen = -1
  }

  @CasePathable
  indirect enum Action {
    case look
    case levels(IdentifiedAction<Int, Action>)
  }

  let depth: Int

  var body: some ReducerOf<Self> {
    Reduce { [depth] state, action in
      if case .look = action { state.depthSeen = depth }
      return .none
    }
    .forEach(\.levels, action: \.levels) { Level(depth: depth + 1) }
  }
}

@MainActor
@Suite("Features that contain themselves, deeply")
struct DeepFeatureTests {
  /// More than the number of nodes that are remembered for equal children.
  private static let depth = 80

  @Test func aFeatureThatDiffersAtEachLevelWorksAtEveryLevel() {
    var state = Level.State(id: 0)
    for _ in 0..<Self.depth { state = Level.State(id: 0, levels: [state]) }
    let store = Store(initialState: state) { Level(depth: 0) }
    for depth in (0...Self.depth) + (0...Self.depth).reversed() {
      var action = Level.Action.look
      for _ in 0..<depth { action = .levels(.element(id: 0, action: action)) }
      store.send(action)
    }
    var level: Level.State? = store.state
    for depth in 0...Self.depth {
      #expect(level?.depthSeen == depth)
      level = level?.levels.first
    }
  }
}
