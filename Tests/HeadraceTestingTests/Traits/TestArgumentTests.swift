import Foundation
import Headrace
import HeadraceTesting
import Synchronization
import Testing

/// The arguments of a parameterized test share no values, without any trait.
@Suite struct TestArgumentTests {
  @Test(arguments: 0..<40) func eachArgumentHasItsOwnSharedValue(argument: Int) async {
    @Shared(.inMemory("argument")) var value = 0
    #expect(value == 0)
    $value.withLock { $0 += 1 }
    await Task.yield()
    #expect(value == 1)
  }

  @Test(arguments: 0..<40) func eachArgumentHasItsOwnFiles(argument: Int) throws {
    let url = URL(filePath: "/argument.json")
    @Shared(.fileStorage(url)) var value = 0
    #expect(value == 0)
    $value.withLock { $0 = argument + 1 }
    @Dependency(\.defaultFileStorage) var storage
    let contents = try storage.contents(of: url)
    #expect(contents == Data("\(argument + 1)".utf8))
  }

  @Test(arguments: 0..<40) func eachArgumentMakesItsOwnDependencies(argument: Int) {
    @Dependency(Visits.self) var visits
    #expect(visits.next() == 1)
    prepareDependencies { $0[Name.self] = "\(argument)" }
    @Dependency(Name.self) var name
    #expect(name == "\(argument)")
  }

  @Test(arguments: [1, 1, 1, 2], ["a", "a", "b"])
  func equalArgumentsHaveTheirOwnValues(number: Int, text: String) {
    @Shared(.inMemory("equal")) var value = 0
    #expect(value == 0)
    $value.withLock { $0 += 1 }
  }

  @Test(arguments: [Unnamed(), Unnamed(), Unnamed()])
  func argumentsWithoutADescriptionHaveTheirOwnValues(argument: Unnamed) {
    @Shared(.inMemory("unnamed")) var value = 0
    #expect(value == 0)
    $value.withLock { $0 += 1 }
  }

  @Test(arguments: 0..<10) func aStoresFeatureHasTheValuesOfItsArgument(argument: Int) async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.added(argument + 1)) { $0.$sum.withLock { $0 = argument + 1 } }
    await store.send(.addedLater(1))
    await store.receive(\.added) { $0.$sum.withLock { $0 += 1 } }
    @Shared(.inMemory("sum")) var sum = 0
    #expect(sum == argument + 2)
  }
}

/// swift-dependencies #127: work that outlived one test wrote into the values of the next one.
@MainActor @Suite(.serialized) struct SwiftDependencies127Tests {
  private static let gate = Gate()

  @Test(arguments: 0..<4) func workThatOutlivesATestWritesIntoItsOwnValues(argument: Int) async {
    // The work that the previous argument left behind continues while this one runs.
    await Self.gate.open()
    @Shared(.inMemory("late")) var value = 0
    @Dependency(Visits.self) var visits
    #expect(value == 0)
    #expect(visits.next() == 1)
    let store = Store(initialState: Tally.State()) { Tally() }
    let gate = Self.gate
    await gate.leave {
      @Shared(.inMemory("late")) var late = 0
      @Dependency(Visits.self) var visits
      $late.withLock { $0 += 100 }
      #expect(visits.next() == 2)
      store.send(.added(100))
    }
    #expect(value == 0)
    #expect(store.sum == 0)
  }
}

/// Holds back the work of one test until the next one runs.
private actor Gate {
  private var waiting: CheckedContinuation<Void, Never>?
  private var work: Task<Void, Never>?

  /// Lets the work that was left behind finish.
  func open() async {
    waiting?.resume()
    waiting = nil
    await work?.value
  }

  /// Starts work that waits until the gate opens.
  func leave(_ body: @escaping @Sendable @MainActor () -> Void) {
    work = Task {
      await withCheckedContinuation { waiting = $0 }
      await body()
    }
  }
}

final class Unnamed: Sendable {}

private final class Visits: TestDependencyKey, Sendable {
  static var testValue: Visits { Visits() }
  private let count = Mutex(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

private enum Name: TestDependencyKey { static var testValue: String { "none" } }

@Reducer
private struct Tally {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("sum")) var sum = 0
  }

  enum Action {
    case added(Int)
    case addedLater(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let number):
        state.$sum.withLock { $0 += number }
        return .none
      case .addedLater(let number):
        return .send(.added(number))
      }
    }
  }
}
