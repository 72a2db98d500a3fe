import Headrace
import HeadraceTesting
import Testing

/// Assertions about shared values.
@Suite struct SharedStateTests {
  @Test func aChangeIsAssertedAsAnyOther() async {
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await store.send(.entered) { $0.$guests.withLock { $0 = 1 } }
    await store.send(.entered) {
      #expect($0.guests == 1)
      $0.$guests.withLock { $0 += 1 }
      #expect($0.guests == 2)
    }
    #expect(store.state.guests == 2)
  }

  @Test func aChangeThatIsNotAssertedFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
      await store.send(.entered)
      await store.send(.entered) { $0.$guests.withLock { $0 = 5 } }
      await store.send(.entered) { $0.$guests.withLock { $0 = 3 } }
    }
    #expect(
      failures.map(\.text) == [
        """
        The shared value .inMemory("guests") changed after sending Turnstile.Action.entered, but \
        no change was expected.

          − 0
          + 1

        (Expected: −, Actual: +)

        If the change is right, assert it in the trailing closure: '$0.$value.withLock { $0 = … }'.
        """,
        """
        The shared value .inMemory("guests") after sending Turnstile.Action.entered is not as \
        expected.

          − 5
          + 2

        (Expected: −, Actual: +)
        """,
      ])
  }

  @Test func anAccountOfAChangeThatDidNotHappenFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
      await store.send(.looked) { $0.$guests.withLock { $0 = 1 } }
      await store.send(.looked) { _ in }
    }
    #expect(
      failures.map(\.text) == [
        """
        The shared value .inMemory("guests") after sending Turnstile.Action.looked is not as \
        expected.

          − 1
          + 0

        (Expected: −, Actual: +)
        """,
        """
        A change of state was expected after sending Turnstile.Action.looked, but nothing changed.

        The trailing closure leaves the state as it was. Change what should change, or remove the \
        closure.
        """,
      ])
  }

  @Test func anAssertionOfAValueThatDidNotChangeIsAccepted() async {
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await store.send(.looked) { $0.$guests.withLock { $0 = 0 } }
    await store.send(.entered) { $0.$guests.withLock { $0 = 1 } }
    await store.send(.looked) { $0.$guests.withLock { $0 = 1 } }
  }

  @Test func eachReceivedActionHasTheValueOfItsTime() async {
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await store.send(.groupCame)
    await store.receive(\.entered) { $0.$guests.withLock { $0 = 1 } }
    await store.receive(\.entered) { $0.$guests.withLock { $0 = 2 } }
    await store.receive(\.entered) { $0.$guests.withLock { $0 = 3 } }
  }

  @Test func changesOfAnEffectAreAssertedWithTheNextActionOrAlone() async {
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await store.send(.doorOpened).finish()
    store.assert { $0.$guests.withLock { $0 = 10 } }
    await store.send(.doorOpened).finish()
    await store.send(.entered) { $0.$guests.withLock { $0 = 21 } }
    await store.finish()
  }

  @Test func unassertedChangesOfAnEffectFail() async {
    let line = #line + 4
    let failures = await failures {
      let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
      await store.send(.doorOpened)
      await store.finish()
    }
    #expect(
      failures.map(\.text) == [
        """
        The shared value .inMemory("guests") was changed by an effect, and the test does not say \
        so.

          − 0
          + 10

        (Asserted: −, Actual: +)

        If the change is right, assert it: 'store.assert { $0.$value.withLock { $0 = … } }'.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func changesOfTheTestNeedNoAssertion() async {
    @Shared(.inMemory("guests")) var guests = 0
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    $guests.withLock { $0 = 100 }
    await store.send(.entered) { $0.$guests.withLock { $0 = 101 } }
    $guests.withLock { $0 = 0 }
    await store.send(.looked)
    await store.send(.entered) { $0.$guests.withLock { $0 = 1 } }
  }

  @Test func aTestThatIsNotExhaustiveAssertsWhatItLikes() async {
    let failures = await failures {
      let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
      store.exhaustivity = .off
      await store.send(.entered)
      await store.send(.entered) { $0.$guests.withLock { $0 = 2 } }
      await store.send(.doorOpened)
      await store.send(.entered) { $0.$guests.withLock { $0 = 3 } }
    }
    #expect(
      failures.map(\.text) == [
        """
        The shared value .inMemory("guests") after sending Turnstile.Action.entered is not as \
        expected.

          − 3
          + 13

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test func skippedChangesAreShown() async {
    let failures = await failures {
      let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.entered)
    }
    #expect(
      failures.map(\.text) == [
        """
        A change of the shared value .inMemory("guests") after sending Turnstile.Action.entered \
        was not asserted.

          − 0
          + 1

        (Asserted: −, Actual: +)
        """
      ])
    #expect(failures.map(\.isWarning) == [true])
  }

  @Test func anotherStoresChangesNeedNoAssertion() async {
    let first = TestStore(initialState: Turnstile.State()) { Turnstile() }
    let second = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await first.send(.entered) { $0.$guests.withLock { $0 = 1 } }
    await second.send(.entered) { $0.$guests.withLock { $0 = 2 } }
    await first.send(.entered) { $0.$guests.withLock { $0 = 3 } }
  }

  @Test func aStateThatGetsAnotherValueIsCompared() async {
    let store = TestStore(initialState: Turnstile.State()) { Turnstile() }
    await store.send(.moved(7)) { $0.$guests = Shared(value: 7) }
    let failures = await failures {
      await store.send(.moved(8)) { $0.$guests = Shared(value: 9) }
    }
    #expect(
      failures.map(\.text) == [
        """
        The state after sending Turnstile.Action.moved(8) is not as expected.

            Turnstile.State(
          −   _guests: 9
          +   _guests: 8
            )

        (Expected: −, Actual: +)
        """
      ])
  }
}

@Reducer
private struct Turnstile {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("guests")) var guests = 0
  }

  enum Action: Equatable {
    case entered, looked, groupCame, doorOpened
    case moved(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .entered:
        state.$guests.withLock { $0 += 1 }
        return .none
      case .looked:
        return .none
      case .groupCame:
        return .merge(.send(.entered), .send(.entered), .send(.entered))
      case .doorOpened:
        return .run { [guests = state.$guests] _ in guests.withLock { $0 += 10 } }
      case .moved(let count):
        state.$guests = Shared(value: count)
        return .none
      }
    }
  }
}
