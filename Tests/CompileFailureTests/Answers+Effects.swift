extension Answer {
  /// Effects that never run, or that return their action, and work in a reducer.
  static let effects: [Answer] = [
    Answer(
      name: "UnreturnedEffect",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                .run { send in await send(.answered(1)) }
                return .none
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:9: error: This effect never runs, because it is not returned: write 'return .run …' \
        as the last statement.
        """,
        "8:10: error: reference to member 'run' cannot be resolved without a contextual type",
        "8:36: error: cannot infer contextual base in reference to member 'answered'",
      ]
    ).mended(
      ("        .run", "        return .run"),
      (
        """

                return .none
        """,
        ""
      )
    ),
    Answer(
      name: "EffectAfterAnAssignment",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                state.count += 1
                .run { send in await send(.answered(1)) }
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        9:10: error: This effect never runs, because it is not returned: write 'return .run …' \
        as the last statement.
        """,
        "9:10: error: value of type 'Int' has no member 'run'",
        "9:36: error: cannot infer contextual base in reference to member 'answered'",
      ]
    ).mended(("        .run", "        return .run")),
    Answer(
      name: "UnreturnedEffectOfAType",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                Effect.run { send in await send(.answered(1)) }
                return .none
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:9: error: This effect never runs, because it is not returned: write 'return \
        Effect.run …' as the last statement.
        """,
        "8:42: error: cannot infer contextual base in reference to member 'answered'",
      ]
    ).mended(
      ("        Effect.run", "        return Effect.run"),
      (
        """

                return .none
        """,
        ""
      )
    ),
    Answer(
      name: "UnreturnedSend",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                if state.count > 1 { .send(.answered(1)) }
                return .none
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:30: error: This effect never runs, because it is not returned: write 'return .send …' \
        as the last statement.
        """,
        "8:31: error: reference to member 'send' cannot be resolved without a contextual type",
        "8:37: error: cannot infer contextual base in reference to member 'answered'",
      ]
    ).mended(("{ .send", "{ return .send")),
    Answer(
      name: "ReturnedFromAnEffect",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                return .run { send in
                  return .answered(1)
                }
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:17: error: 'run(name:priority:overflow:operation:catch:)' is unavailable: the work \
        returns nothing; send the action: 'await send(.answered(1))'
        """
      ]
    ).mended(("return .answered(1)", "await send(.answered(1))")),
    Answer(
      name: "ReturnedAfterAWait",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                return .run { _ in
                  try await Task.sleep(for: .seconds(1))
                  return .answered(1)
                } catch: { _, _ in }
              case .answered: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:17: error: 'run(name:priority:overflow:operation:catch:)' is unavailable: the work \
        returns nothing; send the action: 'await send(.answered(1))'
        """
      ]
    ).mended(
      (
        """
        { _ in

        """,
        """
        { send in

        """
      ),
      ("return .answered(1)", "await send(.answered(1))")
    ),
    Answer(
      name: "ValueOfAnEffect",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              .run { _ in .answered(1) }
            }
          }
        }
        """,
      says: [
        """
        6:8: error: 'run(name:priority:overflow:operation:catch:)' is unavailable: the work \
        returns nothing; send the action: 'await send(.answered(1))'
        """
      ]
    ).mended(("_ in .answered(1)", "send in await send(.answered(1))")),
    Answer(
      name: "AwaitInReduceOnly",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action: Sendable { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              let count = try await Task { 1 }.value
              state.count = count
              return .none
            }
          }
        }
        """,
      says: [
        """
        6:19: error: A reducer is synchronous and throws nothing. Do this in an effect, and \
        send what comes of it: 'return .run { send in await send(…) }'.
        """,
        """
        5:12: error: invalid conversion from throwing function of type '(inout \
        AwaitInReduceOnly.Feature.State, AwaitInReduceOnly.Feature.Action) async throws -> \
        Effect<AwaitInReduceOnly.Feature.Action>' to non-throwing function type '(inout \
        AwaitInReduceOnly.Feature.State, AwaitInReduceOnly.Feature.Action) -> \
        Effect<AwaitInReduceOnly.Feature.Action>'
        """,
        """
        5:12: error: cannot pass function of type '(inout AwaitInReduceOnly.Feature.State, \
        AwaitInReduceOnly.Feature.Action) async throws -> \
        Effect<AwaitInReduceOnly.Feature.Action>' to parameter expecting synchronous function \
        type
        """,
      ]
    ).mended(
      (
        """
              let count = try await Task { 1 }.value
              state.count = count
              return .none
        """,
        """
              if case .answered(let count) = action { state.count = count }
              return .run { send in await send(.answered(Task { 1 }.value)) }
        """
      )
    ),
  ]
}
