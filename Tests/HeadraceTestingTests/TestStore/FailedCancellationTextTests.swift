import Headrace
import HeadraceTesting
import Testing

/// The report of a `.cancel(id:)` that cancelled nothing, if an effect does not end.
@Suite struct FailedCancellationTextTests {
  @Test func anEffectThatIsLeftNamesTheIDsThatDidNotMatch() async throws {
    let text = try #require(await textAfter(.stopButtonTapped))
    #expect(
      text.hasSuffix(
        """
        '.cancel(id:)' has cancelled nothing:

          • "timr", at '.stopButtonTapped': in flight were "timer"

        An id cancels the effects of the feature that returns it, and of those below, that are \
        '.cancellable' with an equal id of the same type.
        """), "\(text)")
  }

  @Test func anIDOfAnotherTypeDoesNotMatch() async throws {
    let text = try #require(await textAfter(.stopByCaseButtonTapped))
    #expect(
      text.contains(
        """
          • Alarm.CancelID.timer, at '.stopByCaseButtonTapped': in flight were "timer"
        """), "\(text)")
  }

  @Test func anEffectWithoutAnIDIsNotMatched() async throws {
    let text = try #require(await textAfter(.stopButtonTapped, start: .startWithoutIDButtonTapped))
    #expect(
      text.contains(
        """
          • "timr", at '.stopButtonTapped': no effect in flight had an id
        """), "\(text)")
  }

  @Test func anIDOfWhatWaitsInADebounceMatches() async throws {
    let text = try #require(
      await textAfter(.stopSearchButtonTapped, start: .searchFieldChanged))
    #expect(!text.contains("has cancelled nothing"), "\(text)")
  }

  @Test func theIDsOfWhatWaitsInADebounceAreListed() async throws {
    let text = try #require(await textAfter(.stopButtonTapped, start: .searchFieldChanged))
    #expect(text.contains("'.stopButtonTapped': in flight were"), "\(text)")
    #expect(text.contains("\"search\""), "\(text)")
  }

  @Test func anIDThatMatchedNothingBeforeTheLastActionIsNotReported() async throws {
    let text = try #require(await textAfter(.startButtonTapped, start: .stopAndWaitButtonTapped))
    #expect(!text.contains("has cancelled nothing"), "\(text)")
  }

  @Test func anIDThatMatchesIsNotReported() async {
    let failures = await failures {
      let store = TestStore(initialState: Alarm.State()) {
        Alarm()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.startButtonTapped)
      await store.send(.stopRightButtonTapped)
      await store.send(.stopRightButtonTapped)
      await store.finish()
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  /// Returns the report about the effect that is still in flight after an action.
  private func textAfter(
    _ action: Alarm.Action, start: Alarm.Action = .startButtonTapped
  ) async -> String? {
    let failures = await failures {
      let store = TestStore(initialState: Alarm.State()) {
        Alarm()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(start)
      await store.send(action)
    }
    #expect(failures.count == 1, "\(failures)")
    return failures.first?.text
  }
}

@Reducer
private struct Alarm {
  struct State: Equatable {}

  enum Action: Equatable {
    case startButtonTapped, startWithoutIDButtonTapped
    case stopButtonTapped, stopByCaseButtonTapped, stopRightButtonTapped
    case searchFieldChanged, stopSearchButtonTapped, stopAndWaitButtonTapped
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        return wait.cancellable(id: "timer")
      case .startWithoutIDButtonTapped:
        return wait
      case .stopButtonTapped:
        return .cancel(id: "timr")
      case .stopByCaseButtonTapped:
        return .cancel(id: CancelID.timer)
      case .stopRightButtonTapped:
        return .cancel(id: "timer")
      case .searchFieldChanged:
        return .merge(
          wait,
          wait.cancellable(id: "search").debounce(id: "pace", for: .seconds(1), clock: clock))
      case .stopSearchButtonTapped:
        return .cancel(id: "search")
      case .stopAndWaitButtonTapped:
        return .merge(wait, .cancel(id: "timr"))
      }
    }
  }

  private var wait: Effect<Action> {
    .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
  }
}
