extension Answer {
  /// Parts of a feature with the wrong name or type.
  static let features: [Answer] = [
    Answer(
      name: "StateWithATypo",
      code: """
        @Reducer struct Feature {
          struct Stat { var count = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        """,
      says: [
        """
        2:10: warning: A reducer has a nested type 'State', and 'Stat' is another name. Rename \
        it to 'State'.
        """
      ]
    ).mended(("struct Stat", "struct State")),
    Answer(
      name: "ActionWithATypo",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Acton { case tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        3:8: warning: A reducer has a nested type 'Action', and 'Acton' is another name. Rename \
        it to 'Action'.
        """
      ]
    ).mended(("enum Acton", "enum Action")),
    Answer(
      name: "BodyOfAnotherReducer",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Child> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        \(child)
        """,
      says: [
        """
        4:13: error: This 'body' reduces the actions of 'Child', and a store gives it those of \
        'Feature': write 'some ReducerOf<Self>'.
        """,
        """
        4:35: error: return type of property 'body' requires the types \
        'BodyOfAnotherReducer.Feature.Action' and 'BodyOfAnotherReducer.Child.Action' be \
        equivalent
        """,
        """
        4:35: error: return type of property 'body' requires the types \
        'BodyOfAnotherReducer.Feature.State' and 'BodyOfAnotherReducer.Child.State' be equivalent
        """,
      ]
    ).mended(("some ReducerOf<Child>", "some ReducerOf<Self>")),
    Answer(
      name: "BodyOfOtherTypes",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          var body: some Reducer<Child.State, Child.Action> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        \(child)
        """,
      says: [
        """
        4:13: error: This 'body' reduces the actions of 'Child', and a store gives it those of \
        'Feature': write 'some ReducerOf<Self>'.
        """,
        """
        4:53: error: return type of property 'body' requires the types \
        'BodyOfOtherTypes.Feature.Action' and 'BodyOfOtherTypes.Child.Action' be equivalent
        """,
        """
        4:53: error: return type of property 'body' requires the types \
        'BodyOfOtherTypes.Feature.State' and 'BodyOfOtherTypes.Child.State' be equivalent
        """,
      ]
    ).mended(("some Reducer<Child.State, Child.Action>", "some ReducerOf<Self>")),
    Answer(
      name: "GenericStateThatIsNotEquatable",
      code: """
        @Reducer struct Picker<Item> {
          struct State: Equatable { var items: [Item] }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      says: [
        """
        1:24: warning: 'State' is 'Equatable' and holds 'Item', so 'Item' must be 'Equatable', \
        too: 'Picker<Item: Equatable>'.
        """,
        """
        2:10: error: type 'GenericStateThatIsNotEquatable.Picker<Item>.State' does not conform \
        to protocol 'Equatable'
        """,
      ]
    ).mended(("<Item>", "<Item: Equatable>")),
    Answer(
      name: "GenericActionThatIsNotEquatable",
      code: """
        @Reducer struct Picker<Item: Sendable> {
          @ObservableState struct State { var item: Item }
          enum Action: Equatable { case picked(Item) }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      says: [
        """
        1:24: warning: 'Action' is 'Equatable' and holds 'Item', so 'Item' must be 'Equatable', \
        too: 'Picker<Item: Equatable & Sendable>'.
        """,
        """
        3:8: error: type 'GenericActionThatIsNotEquatable.Picker<Item>.Action' does not conform \
        to protocol 'Equatable'
        """,
      ]
    ).mended(("<Item: Sendable>", "<Item: Equatable & Sendable>")),
  ]
}
