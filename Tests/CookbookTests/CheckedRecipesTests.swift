import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import Cookbook

/// Random actions in random orders, with invariants.
@Suite struct CheckedRecipesTests {
  private static let orderCount = Effort.schedules(200)

  private struct Offline: Error {}

  @Test func theTitlesAreThoseOfTheQuery() async throws {
    try await check(
      LiveSearch(), initialState: LiveSearch.State(),
      actions: { _ in
        [
          .view(.queryChanged("a")), .view(.queryChanged("ab")), .view(.queryChanged("")),
          .view(.clearButtonTapped), .view(.retryButtonTapped),
        ]
      },
      advances: [.milliseconds(300)],
      invariants: [
        .always("titles are of the query") { state in
          guard case .found(let titles) = state.phase else { return true }
          return titles == [state.query]
        }
      ], schedules: Self.orderCount
    ) {
      $0.searchIndex.titles = { query in
        await Task.yield()
        if anyOf(false, true) { throw SearchIndex.Offline() }
        return [query]
      }
    }
  }

  @Test func aRefreshThatIsCancelledChangesNothing() async throws {
    try await check(
      Headlines(), initialState: Headlines.State(),
      actions: { _ in [.view(.pulledDown), .view(.cancelButtonTapped)] },
      advances: [.seconds(2)],
      invariants: [
        .never(\.inner.loaded, after: \.view.cancelButtonTapped, until: \.view.pulledDown),
        .never(\.inner.failed, after: \.view.cancelButtonTapped, until: \.view.pulledDown),
      ], schedules: Self.orderCount
    ) {
      $0.newsDesk.headlines = {
        await Task.yield()
        if anyOf(false, true) { throw Offline() }
        return ["news"]
      }
    }
  }

  @Test func aDishThatWasReplacedIsNeverFinished() async throws {
    try await check(
      KitchenTimer(), initialState: KitchenTimer.State(),
      actions: { _ in
        [.dishTapped("soup", minutes: 1), .dishTapped("egg", minutes: 2), .stopButtonTapped]
      },
      advances: [.seconds(30), .seconds(60)],
      invariants: [
        .always("a countdown has some time left") { ($0.countdown?.minutesLeft ?? 1) >= 0 },
        .never(\.countdown.minutePassed, after: \.stopButtonTapped, until: \.dishTapped),
      ], schedules: Self.orderCount)
  }

  @Test func everyPageIsShownOnceAndInOrder() async throws {
    let pages = Pages<Int> { page in
      await Task.yield()
      if anyOf(false, true) { throw Offline() }
      return page < 3 ? [page] : []
    }
    try await check(
      pages, initialState: Pages<Int>.State(), actions: { _ in [.endReached] },
      invariants: [
        .always("the pages are in order") { $0.items == Array(0..<$0.items.count) }
      ], schedules: Self.orderCount)
  }

  @Test func aBackupIsOfOneFile() async throws {
    try await explore(schedules: Self.orderCount) {
      let copies = LockIsolated(0)
      let store = TestStore(
        initialState: Backup.State(file: Backup.File(name: "a", byteCount: 1))
      ) {
        Backup()
      } withDependencies: {
        $0.cloudDrive.freeByteCount = { anyOf(10, 0) }
        $0.cloudDrive.upload = { _ in
          await Task.yield()
          copies.setValue(1)
        }
        $0.cloudDrive.delete = { _ in
          await Task.yield()
          if anyOf(false, true) { throw Offline() }
          copies.setValue(0)
        }
      }
      store.exhaustivity = .off
      await store.send(.storeButtonTapped)
      await store.send(.storeButtonTapped)
      await store.send(.removeButtonTapped)
      await store.send(.storeButtonTapped)
      await store.finish()
      #expect((store.state.phase == .stored ? 1 : 0) == copies.value)
    }
  }

  @Test func theLineOfTheLastSaveIsTheOneOnDisk() async throws {
    try await explore(schedules: Self.orderCount) {
      let clock = TestClock()
      let disk = LockIsolated(0)
      let store = TestStore(initialState: ReadingPosition.State()) {
        ReadingPosition()
      } withDependencies: {
        $0.continuousClock = clock
        $0.bookmarks.save = { line in
          try await clock.sleep(for: anyOf(.seconds(1), .seconds(5)))
          disk.setValue(line)
        }
      }
      store.exhaustivity = .off
      for line in 1...3 {
        await store.send(.scrolled(line: line))
        await clock.advance(by: .seconds(2))
      }
      await clock.advance(by: .seconds(20))
      await store.finish()
      #expect(store.state.savedLine == 3)
      #expect(disk.value == 3)
    }
  }
}
