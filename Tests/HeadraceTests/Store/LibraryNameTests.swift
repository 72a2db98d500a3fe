import Foundation
import Headrace
import HeadraceCompatibility
import Synchronization
import Testing

/// Names of the libraries that The Composable Architecture is made of.
@Suite struct LibraryNameTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var name = ""
  }

  // MARK: - Identified Collections

  @Test func elementsAreAddedByAnOperatorAndInRanges() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    rows += [Row(id: 2, name: "again"), Row(id: 3)]
    #expect(rows == [Row(id: 1), Row(id: 2), Row(id: 3)])
    rows.insert(contentsOf: [Row(id: 4), Row(id: 3, name: "again")], at: 1)
    #expect(Array(rows.ids) == [1, 4, 2, 3])
    rows.replaceSubrange(1..<3, with: [Row(id: 2, name: "new"), Row(id: 5), Row(id: 3, name: "x")])
    #expect(rows == [Row(id: 1), Row(id: 2, name: "new"), Row(id: 5), Row(id: 3)])
    rows.replaceSubrange(0..<4, with: EmptyCollection())
    #expect(rows.isEmpty)
  }

  @Test func arraysAreMadeOfArraysAndTheirParts() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    #expect(IdentifiedArray(rows) == rows)
    #expect(IdentifiedArray(rows[1...]) == [Row(id: 2), Row(id: 3)])
    #expect(IdentifiedArray(uncheckedUniqueElements: [Row(id: 2)]) == [Row(id: 2)])
    #expect(IdentifiedArray(uncheckedUniqueElements: [Row(id: 2)], id: \.name).ids.first == "")
  }

  @Test func aCollectionIsFoundByIDWhateverItsType() {
    func name(of id: Int, in rows: some IdentifiedCollection<Int, Row>) -> String? {
      rows[id: id]?.name ?? rows.ids.first.map { "no \(id), but \($0)" }
    }
    func rename(_ id: Int, in rows: inout some MutableIdentifiedCollection<Int, Row>) {
      rows[id: id]?.name = "new"
    }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "first"), Row(id: 2)]
    rename(2, in: &rows)
    #expect([1, 2, 3].map { name(of: $0, in: rows) } == ["first", "new", "no 3, but 1"])
  }

  @Test func anyValueGetsAnID() {
    var word = Identified("Ada", id: \.count)
    #expect(word.id == 3)
    #expect(word.count == 3)
    word.value += "!"
    #expect(word == Identified("Ada!", id: 3))
    let rows: IdentifiedArrayOf<Identified<Int, String>> = [word]
    #expect(rows[id: 3]?.value == "Ada!")
    var named = Identified(Row(id: 1), id: "one")
    named.name = "first"
    #expect(named.value.name == "first")
  }

  // MARK: - Case Paths

  @CasePathable enum Outer { case inner(Inner?), other }
  @CasePathable enum Inner: Equatable { case number(Int), text(String) }

  @Test func casePathsLeadThroughOptionals() {
    let value = Outer.inner(.number(1))
    #expect(value[case: \.inner.number] == 1)
    #expect(value[case: \.inner.text] == nil)
    #expect(Outer.inner(nil)[case: \.inner.number] == nil)
    #expect(value.is(\.inner.number))
    let path: CaseKeyPath<Outer, Inner?> = \.inner
    #expect(value[case: path] == .some(.number(1)))
    #expect(Outer.inner(nil)[case: path] == .some(nil))
    let optional: Inner? = .number(2)
    #expect(optional.is(\.number))
    #expect(!optional.is(\.text))
  }

  @Test func casePathsBeginAtTheEnum() {
    let path = \Inner.Cases.number
    #expect(path(3) == .number(3))
    #expect(Inner.number(4)[case: path] == 4)
  }

  // MARK: - Dependencies

  struct Greeter: TestDependencyKey, Equatable {
    var text = "test"
    static let testValue = Greeter()
  }

  struct Model {
    @Dependency(Greeter.self) var greeter

    func child() -> Model { withDependencies(from: self) { Model() } }

    func loudChild() -> Model {
      withDependencies(from: self) {
        $0[Greeter.self].text += "!"
      } operation: {
        Model()
      }
    }

    func text() async -> String {
      await withDependencies(from: self) {
        await Task.yield()
        return DependencyValues._current[Greeter.self].text
      }
    }
  }

  @Test func aModelPassesOnItsDependencies() async {
    let model = withDependencies {
      $0[Greeter.self].text = "given"
    } operation: {
      Model()
    }
    #expect(model.greeter.text == "given")
    #expect(model.child().greeter.text == "given")
    #expect(model.loudChild().greeter.text == "given!")
    #expect(await model.text() == "given")
    #expect(DependencyValues._current[Greeter.self].text == "test")
  }

  @Test func aModelWithoutDependenciesIsReported() async {
    let line = #line + 2
    let reports = await reports {
      let result = withDependencies(from: Row(id: 1)) { 3 }
      #expect(result == 3)
    }
    #expect(reports.map(\.line) == [line])
    #expect(
      reports.map(\.text) == [
        """
        'withDependencies(from:)' was given a value without dependencies: 'Row'.

        It looks for a property with '@Dependency' among the stored ones, and finds none, so the \
        current values are used. Give the model one, or omit 'from:'.
        """
      ])
  }

  @Test func valuesAreMadeAsynchronously() async {
    let text = await withDependencies {
      await Task.yield()
      $0[Greeter.self].text = "later"
    } operation: {
      await Task.yield()
      return DependencyValues._current[Greeter.self].text
    }
    #expect(text == "later")
  }

  @Test func preparingReturnsWhatItsUpdateReturns() {
    let text = prepareDependencies {
      $0[Greeter.self].text = "prepared"
      return $0[Greeter.self].text
    }
    #expect(text == "prepared")
  }

  @Reducer struct Asking {
    struct State: Equatable { var text = "" }
    enum Action { case asked }
    @Dependency(Greeter.self) var greeter
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.text = greeter.text
        return .none
      }
    }
  }

  @MainActor
  @Test func aClientIsItsOwnKey() {
    let store = Store(initialState: Asking.State()) {
      Asking().dependency(Greeter(text: "given"))._printChanges(_ReducerPrinter?.none)
    }
    store.send(.asked)
    #expect(store.text == "given")
  }

  @Test func idsAreMadeOfNumbers() {
    let numbers = [0, 1, 255]
    #expect(
      numbers.map { UUID($0).uuidString } == [
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-0000000000FF",
      ])
  }

  @Test func assertionsFailATestAtTheirLine() async {
    @Dependency(\.assert) var assert
    let line = #line + 3
    let reports = await reports {
      assert(1 + 1 == 2, "never")
      assert(1 + 1 == 3, "Three.")
      assert(1 + 1 == 4)
    }
    #expect(reports.map(\.text) == ["Three.", "An assertion does not hold."])
    #expect(reports.map(\.line) == [line, line + 1])
    let messages = LockIsolated<[String]>([])
    withDependencies {
      $0.assert = AssertionEffect { message in messages.withValue { $0.append(message) } }
    } operation: {
      assert(false, "kept")
    }
    #expect(messages.value == ["kept"])
  }

  @Test func aTestWaitsForWorkThatIsNotAwaited() async {
    struct Refusal: Error {}
    @Dependency(\.fireAndForget) var fireAndForget
    let count = LockIsolated(0)
    await fireAndForget {
      await Task.yield()
      count.setValue(1)
    }
    #expect(count.value == 1)
    let reports = await reports {
      await fireAndForget { throw Refusal() }
      await fireAndForget { throw CancellationError() }
    }
    #expect(
      reports.map(\.text) == [
        """
        Work that was started by 'fireAndForget' threw 'Refusal()'.

        Its end is not waited for, so it must handle its errors. Catch them inside.
        """
      ])
  }

  @Test func aProgramDoesNotWait() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget { continuation.yield(1) }
    }
    var values = stream.makeAsyncIterator()
    #expect(await values.next() == 1)
  }

  // MARK: - Clocks and Concurrency

  @Test func aClockOfAnyTypeKeepsTime() async throws {
    let clock = AnyClock(ContinuousClock())
    let start = clock.now
    try await clock.sleep(for: .nanoseconds(1))
    #expect(clock.now > start)
    #expect(start.duration(to: start.advanced(by: .seconds(2))) == .seconds(2))
    #expect(clock.minimumResolution == ContinuousClock().minimumResolution)
  }

  @Test func anUnimplementedClockIsMadeByName() async {
    let clock: any Clock<Duration> = .unimplemented(name: "Heart")
    let reports = await reports { _ = clock.minimumResolution }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == ["Unimplemented: Heart.minimumResolution"])
  }

  @Test func aTaskEndsWithTheOneThatAwaitsIt() async {
    let throwing = Task<Void, any Error> { try await Task<Void, Never>.never() }
    let first = Task { try await throwing.cancellableValue }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let other = Task<Bool, Never> {
      for await _ in AsyncStream<Void>.never {}
      return Task.isCancelled
    }
    let second = Task { await other.cancellableValue }
    second.cancel()
    #expect(await second.value)
  }

  @Test func aValueIsIsolatedByAnActor() async {
    let numbers = ActorIsolated([1])
    await numbers.withValue { $0.append(2) }
    #expect(await numbers.value == [1, 2])
    await numbers.setValue([])
    #expect(await numbers.value == [])
  }

  @MainActor
  @Test func perceptionIsObservation() {
    let store = Store(initialState: TCANameTests.Child.State()) { TCANameTests.Child() }
    let changes = Mutex(0)
    withPerceptionTracking {
      _ = store.name
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    store.name = "Ada"
    #expect(changes.withLock { $0 } == 1)
  }

  @Reducer struct Sleeper {
    struct State: Equatable {}
    enum Action { case slept }
    let ended: LockIsolated<Bool>
    let continuation: AsyncStream<Void>.Continuation
    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        .run { [ended, continuation] _ in
          continuation.yield()
          for await _ in AsyncStream<Void>.never {}
          ended.setValue(true)
          continuation.yield()
        }
      }
    }
  }

  @MainActor
  @Test func anActionIsCancelledByCodeThatCantWait() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let ended = LockIsolated(false)
    let store = Store(initialState: Sleeper.State()) {
      Sleeper(ended: ended, continuation: continuation)
    }
    let task = store.send(.slept)
    func cancel() { task.cancel() }
    var changes = stream.makeAsyncIterator()
    // An effect that has not begun would never end.
    _ = await changes.next()
    cancel()
    _ = await changes.next()
    #expect(ended.value)
  }
}
