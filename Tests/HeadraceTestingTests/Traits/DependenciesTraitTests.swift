import Headrace
import HeadraceTesting
import Synchronization
import Testing

/// Dependency values of one test, and of one argument.
@Suite(.dependency(\.label, "suite")) struct DependenciesTraitTests {
  @Test func aSuiteGivesItsTestsAValue() {
    @Dependency(\.label) var label
    #expect(label == "suite")
  }

  @Test(.dependencies { $0.label += " and test" }) func aTestChangesWhatItsSuiteGives() {
    @Dependency(\.label) var label
    #expect(label == "suite and test")
  }

  @Test func aTestStoreHasTheValue() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Void> { _, _ in
        @Dependency(\.label) var label
        #expect(label == "suite")
        return .none
      }
    }
    await store.send(())
  }

  @Test(arguments: 0..<4) func eachArgumentHasValuesOfItsOwn(argument: Int) {
    // It sees neither a value that another argument has prepared, nor one that it has read.
    @Dependency(\.label) var label
    #expect(label == "suite")
    @Dependency(\.counter) var counter
    #expect(counter.next() == 1)
  }

  @Test(arguments: 0..<4) func valuesPreparedForOneArgumentAreInvisibleToOthers(argument: Int) {
    prepareDependencies { $0.counter = Counter(at: argument) }
    @Dependency(\.counter) var counter
    #expect(counter.next() == argument + 1)
  }
}

final class Counter: Sendable {
  private let count: Mutex<Int>
  init(at count: Int = 0) { self.count = Mutex(count) }
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

extension DependencyValues {
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }
  fileprivate var counter: Counter {
    get { self[CounterKey.self] }
    set { self[CounterKey.self] = newValue }
  }
}

private enum LabelKey: TestDependencyKey { static var testValue: String { "none" } }
private enum CounterKey: TestDependencyKey { static var testValue: Counter { Counter() } }
