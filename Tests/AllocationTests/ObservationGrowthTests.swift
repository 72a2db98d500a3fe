import CAllocationCount
import Headrace
import Observation
import TestEffort
import Testing

/// Observers that are added and removed, after which as much memory is in use as before.
@MainActor
@Suite("Law 14, attacked: observers", .enabled(if: allocation_count_is_available()), .serialized)
struct ObservationGrowthTests {
  /// Less than a byte for each run.
  private static let limit: Int64 = 1_500

  @Test("Law 14: observers that are notified very often leave nothing")
  func notifiedObserversLeaveNothing() {
    let store = Gallery.store()
    var count = 0
    let tokens = (1...3).map { _ in
      store.observe {
        _ = store.a
        count += store.b > 0 ? 1 : 0
      }
    }
    #expect(growth { _ in store.send(.step(0)) } < Self.limit)
    #expect(count == 3 * 2_500)
    withExtendedLifetime(tokens) {}
  }

  @Test("Law 14: observers of a field that never changes leave nothing when they are cancelled")
  func cancelledObserversLeaveNothing() {
    let store = Gallery.store()
    let bytes = growth(in: Effort.count(100_000)) { _ in
      store.observe { _ = store.a }.cancel()
    }
    #expect(bytes < Self.limit)
  }

  @Test("Law 14: an action allocates nothing before the first observer or after the last")
  func aGoneObserverCostsNothing() {
    let store = Gallery.store()
    store.send(.step(0))
    let before = allocationCount { for _ in 1...100 { store.send(.step(0)) } }
    let token = store.observe { _ = store.b }
    store.send(.step(0))
    token.cancel()
    store.send(.step(0))
    #expect(allocationCount { for _ in 1...100 { store.send(.step(0)) } } == before)
  }

  @Test("Law 14: added and removed rows leave nothing, nor do their stores and observers")
  func rowsLeaveNothing() {
    let store = Gallery.store { state, step in
      state.rows.append(Painting.State(id: step))
      if state.rows.count > 10 { state.rows.removeFirst() }
    }
    let token = store.observe { _ = store.scope(state: \.rows, action: \.rows).ids }
    var id = 0
    let bytes = growth { _ in
      id += 1
      store.send(.step(id))
      let row = store.scope(state: \.rows, action: \.rows)[id: id]
      let token = row?.observe { _ = row?.count }
      row?.send(.add)
      token?.cancel()
    }
    #expect(bytes < Self.limit)
    withExtendedLifetime(token) {}
  }

  @Test("Law 14: the system's tracking leaves nothing after its notification")
  func toldTrackingLeavesNothing() {
    let store = Gallery.store()
    let bytes = growth { _ in
      withObservationTracking {
        _ = store.b
      } onChange: {
      }
      store.send(.step(0))
    }
    #expect(bytes < Self.limit)
  }

  /// The system keeps each tracking until its notification; a store adds its request to the system.
  @Test("Law 14: system tracking that is never notified keeps as much as an @Observable class")
  func untoldTrackingKeepsWhatTheSystemKeeps() {
    let (store, plain) = (Gallery.store(), Plain())
    let own = growth { _ in
      withObservationTracking {
        _ = store.a
      } onChange: {
      }
    }
    let system = growth { _ in
      withObservationTracking {
        _ = plain.a
      } onChange: {
      }
    }
    #expect(own < 3 * system + Self.limit)
  }
}

@Observable
private final class Plain {
  var a = 0
}
