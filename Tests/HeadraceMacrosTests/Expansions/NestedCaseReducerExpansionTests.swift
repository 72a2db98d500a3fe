import Testing

@Suite("Expansions of '@Reducer' on enums within each other")
struct NestedCaseReducerExpansionTests {
  @Test func aRecursiveEnumAndOneOfEnums() {
    expectExpansion(
      of: """
        @Reducer
        indirect enum Screen<Value> {
          case folder(Folder<Value>)
          case inner(Inner.Body = Inner.body)
          case counter(Counter = Counter(step: 2))
        }
        """,
      as: #"""
        indirect enum Screen<Value> {
          case folder(Folder<Value>)
          case inner(Inner.Body = Inner.body)
          case counter(Counter = Counter(step: 2))

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            indirect case folder(Folder<Value>.State)
            indirect case inner(Inner.Body.State)
            indirect case counter(Counter.State)
            struct AllCasePaths: Swift.Sendable {
              var folder: Headrace.AnyCasePath<State, Folder<Value>.State> {
                Headrace.AnyCasePath<State, Folder<Value>.State>(
                  embed: State.folder,
                  extract: { root in
                    guard case .folder(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var inner: Headrace.AnyCasePath<State, Inner.Body.State> {
                Headrace.AnyCasePath<State, Inner.Body.State>(
                  embed: State.inner,
                  extract: { root in
                    guard case .inner(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var counter: Headrace.AnyCasePath<State, Counter.State> {
                Headrace.AnyCasePath<State, Counter.State>(
                  embed: State.counter,
                  extract: { root in
                    guard case .counter(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Headrace.ObservableStateID {
              switch self {
                case .folder(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
                case .inner(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 1)
                case .counter(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 2)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.folder(let old), .folder(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.inner(let old), .inner(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.counter(let old), .counter(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                default:
              differences.addEverything()
              }
            }
          }

          enum Action: Headrace.CasePathable {
            indirect case folder(Folder<Value>.Action)
            indirect case inner(Inner.Body.Action)
            indirect case counter(Counter.Action)
            struct AllCasePaths: Swift.Sendable {
              var folder: Headrace.AnyCasePath<Action, Folder<Value>.Action> {
                Headrace.AnyCasePath<Action, Folder<Value>.Action>(
                  embed: Action.folder,
                  extract: { root in
                    guard case .folder(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var inner: Headrace.AnyCasePath<Action, Inner.Body.Action> {
                Headrace.AnyCasePath<Action, Inner.Body.Action>(
                  embed: Action.inner,
                  extract: { root in
                    guard case .inner(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var counter: Headrace.AnyCasePath<Action, Counter.Action> {
                Headrace.AnyCasePath<Action, Counter.Action>(
                  embed: Action.counter,
                  extract: { root in
                    guard case .counter(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>()
                .ifCaseLet(\.folder, action: \.folder) {
                Folder<Value>()
              }
                .ifCaseLet(\.inner, action: \.inner) {
                Inner.body
              }
                .ifCaseLet(\.counter, action: \.counter) {
                Counter(step: 2)
              })
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """#)
  }
}
