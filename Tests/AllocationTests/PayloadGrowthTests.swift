import CAllocationCount
import Headrace
import Testing

/// Actions of children that are not enums, or are enums that contain functions.
@MainActor
@Suite("Law 14: actions of any type leak nothing", .enabled(if: allocation_count_is_available()))
struct PayloadGrowthTests {
  /// Less than a byte for each run.
  private static let limit: Int64 = 1_500

  @Test(arguments: Parcel.allCases)
  fileprivate func anActionOnItsWayDown(_ parcel: Parcel) {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    #expect(growth { store.send(parcel.action($0)) } < Self.limit)
    #expect(store.withState { $0.count } == 2_500)
  }

  @Test(arguments: Parcel.allCases)
  fileprivate func anActionOnItsWayUp(_ parcel: Parcel) {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let send = parcel.sender(of: store)
    #expect(growth { send($0) } < Self.limit)
    #expect(store.withState { $0.count } == 2_500)
  }
}

private typealias Function = @Sendable () -> Int
private typealias MaybeFunction = Function?
private typealias FunctionPair = (number: Int, function: Function)

@CasePathable
private enum Letter: Sendable {
  case function(Function)
  case text(String)
}

/// The types of the child's action.
private enum Parcel: CaseIterable {
  case function, maybe, pair, letter, text

  func action(_ number: Int) -> Shelf.Action {
    switch self {
    case .function: .function { number }
    case .maybe: .maybe { number }
    case .pair: .pair((number, { number }))
    case .letter: .letter(.function { number })
    case .text: .letter(.text("A text that is too long to be kept in place: \(number)"))
    }
  }

  @MainActor
  func sender(of store: StoreOf<Shelf>) -> (Int) -> Void {
    switch self {
    case .function:
      let child = store.scope(state: \.count, action: \.function)
      return { number in child.send { number } }
    case .maybe:
      let child = store.scope(state: \.count, action: \.maybe)
      return { number in child.send { number } }
    case .pair:
      let child = store.scope(state: \.count, action: \.pair)
      return { number in child.send((number, { number })) }
    case .letter:
      let child = store.scope(state: \.count, action: \.letter)
      return { number in child.send(.function { number }) }
    case .text:
      let child = store.scope(state: \.count, action: \.letter)
      return { number in child.send(.text("A text that is too long to be kept: \(number)")) }
    }
  }
}

@Reducer
private struct Shelf {
  struct State {
    var count = 0
  }

  enum Action: Sendable {
    case function(Function)
    case maybe(MaybeFunction)
    case pair(FunctionPair)
    case letter(Letter)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.count, action: \.function) { Counting<Function>() }
    Scope(state: \.count, action: \.maybe) { Counting<MaybeFunction>() }
    Scope(state: \.count, action: \.pair) { Counting<FunctionPair>() }
    Scope(state: \.count, action: \.letter) { Counting<Letter>() }
  }
}

/// Counts its actions.
private struct Counting<Action>: Reducer {
  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    return .none
  }
}
