import Headrace

/// Teaches refreshing and retrying: a host pulls a list down, and waits until refreshing has ended.
///
/// The host awaits `store.send(.view(.pulledDown)).finish()`, which returns after the last retry.
/// The old headlines stay until there are newer ones.
@Reducer
struct Headlines {
  struct State: Equatable {
    var titles: [String] = []
    var phase = Phase.idle
  }

  /// The progress of the refreshing.
  enum Phase: Equatable {
    case idle
    case refreshing(failedAttemptCount: Int)
    case failed
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
  }

  @CasePathable
  enum View: Equatable {
    case pulledDown
    case cancelButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case loaded([String])
    case attemptFailed(Int)
    case failed
  }

  private enum CancelID { case refresh }

  static let attemptCountMax = 3

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.newsDesk) private var newsDesk

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.pulledDown):
        state.phase = .refreshing(failedAttemptCount: 0)
        return refresh()
      case .view(.cancelButtonTapped):
        state.phase = .idle
        return .cancel(id: CancelID.refresh)
      case .inner(.loaded(let titles)):
        state.titles = titles
        state.phase = .idle
        return .none
      case .inner(.attemptFailed(let count)):
        state.phase = .refreshing(failedAttemptCount: count)
        return .none
      case .inner(.failed):
        state.phase = .failed
        return .none
      }
    }
  }

  private func refresh() -> Effect<Action> {
    .run { [clock, newsDesk] send in
      for attempt in 1..<Self.attemptCountMax {
        do {
          return await send(.inner(.loaded(try await newsDesk.headlines())))
        } catch {
          await send(.inner(.attemptFailed(attempt)))
          // Each pause is longer than the last, so that a busy desk is not disturbed.
          try await clock.sleep(for: .seconds(1 << attempt))
        }
      }
      await send(.inner(.loaded(try await newsDesk.headlines())))
    } catch: { _, send in
      await send(.inner(.failed))
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }
}
