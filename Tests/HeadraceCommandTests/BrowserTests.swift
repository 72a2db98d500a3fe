import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTesting
import Testing

@testable import HeadraceCommand

/// The browser of a journal, with a client of the test.
@MainActor @Suite struct BrowserTests {
  /// A million actions, every tenth of which has the text `ten`.
  nonisolated static let count = 1_000_000

  nonisolated static func row(_ action: Int) -> ActionRow {
    ActionRow(
      action: action, label: action % 10 == 0 ? ".ten" : ".tick", content: "",
      cause: action > 5 && action % 10 == 1 ? action - 1 : nil)
  }

  nonisolated static let client = BrowserClient { filter, first in
    let count = filter.isEmpty ? count : filter == "ten" ? count / 10 : 0
    let indices = first..<max(first, min(count, first + BrowserClient.rowCountMax))
    return RowPage(
      rows: indices.map { row(filter.isEmpty ? $0 + 1 : $0 * 10 + 10) }, count: count,
      searchedPercent: nil)
  } find: { _, action in
    (action + 9) / 10 - 1
  } detail: { action, tab in
    [DetailLine("\(tab) of \(action)")]
  }

  private func makeStore(
    _ client: BrowserClient = client, actions: Range<Int> = 1..<(count + 1)
  ) -> TestStoreOf<JournalBrowser> {
    TestStore(initialState: JournalBrowser.State(name: "run.jsonl", actions: actions)) {
      JournalBrowser(client: client)
    }
  }

  /// Returns a store that has read the first rows.
  private func makeBegunStore() async -> TestStoreOf<JournalBrowser> {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.began)
    await store.receive(.detailRead([DetailLine("changes of 1")]))
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    return store
  }

  // MARK: - Reading

  @Test func theFirstRowsAreRead() async {
    let store = makeStore()
    await store.send(.began) { $0.isBegun = true }
    let rows = (1...200).map(Self.row)
    store.exhaustivity = .off
    await store.receive(.rowsRead(RowPage(rows: rows, count: Self.count, searchedPercent: nil))) {
      $0.rows = rows
    }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.detail == [DetailLine("changes of 1")])
  }

  @Test func rowsAreReadWhereTheSelectionIs() async {
    let store = await makeBegunStore()
    store.exhaustivity = .off
    for (index, first) in [(1, 0), (159, 0), (161, 61), (220, 61), (222, 122), (999_999, 999_899)] {
      await store.send(.selected(index))
      await store.skipReceivedActions(strict: false)
      #expect(store.state.firstRow == first, "\(index)")
      #expect(store.state.row(index)?.action == index + 1)
      #expect(store.state.detail == [DetailLine("changes of \(index + 1)")])
    }
    await store.send(.selected(1_000_000)) { $0.selected = 999_999 }
    await store.send(.selected(-1)) { $0.selected = 0 }
    await store.skipReceivedActions(strict: false)
  }

  @Test func theDetailsOfATabAreRead() async {
    let store = await makeBegunStore()
    await store.send(.tabChosen(.state)) {
      $0.tab = .state
      $0.detail = []
    }
    await store.receive(.detailRead([DetailLine("state of 1")])) {
      $0.detail = [DetailLine("state of 1")]
    }
  }

  @Test func aFailureIsShown() async {
    struct Damage: Error, CustomStringConvertible { let description = "Line 7 is damaged." }
    var client = Self.client
    client.detail = { _, _ in throw Damage() }
    client.rows = { _, _ in throw Damage() }
    let store = makeStore(client)
    store.exhaustivity = .off
    await store.send(.began)
    await store.receive(.failed("Line 7 is damaged.")) { $0.note = "Line 7 is damaged." }
    await store.skipReceivedActions(strict: false)
  }

  // MARK: - Filter

  @Test func aFilterSelectsTheNextMatch() async {
    let store = await makeBegunStore()
    store.exhaustivity = .off
    await store.send(.selected(4_321))
    await store.skipReceivedActions(strict: false)
    await store.send(.promptOpened(.filter(LineEditor())))
    for character in "ten" { await store.send(.promptKey(Key(.character(character)))) }
    await store.send(.promptKey(Key(.enter)))
    await store.skipReceivedActions(strict: false)
    await store.skipReceivedActions(strict: false)

    #expect(store.state.prompt == nil)
    #expect(store.state.filter == "ten")
    #expect(store.state.count == Self.count / 10)
    #expect(store.state.action == 4_330)

    await store.send(.matchTapped(1))
    #expect(store.state.action == 4_340)
    await store.send(.selected(0))
    await store.send(.matchTapped(-1)) { $0.selected = Self.count / 10 - 1 }
    await store.send(.matchTapped(1)) { $0.selected = 0 }
    await store.skipReceivedActions(strict: false)

    // All actions again, and back to the filter.
    await store.send(.escapeTapped) {
      $0.filter = ""
      $0.selected = 9
    }
    await store.skipReceivedActions(strict: false)
    await store.send(.selected(14))
    await store.skipReceivedActions(strict: false)
    await store.send(.matchTapped(1))
    await store.skipReceivedActions(strict: false)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.filter == "ten")
    #expect(store.state.action == 20)
  }

  @Test func aSearchContinuesUntilItsEnd() async {
    let percents = [30, 60, nil]
    let (calls, call) = AsyncStream<Int?>.makeStream()
    for percent in percents { call.yield(percent) }
    var client = Self.client
    client.rows = { _, _ in
      var iterator = calls.makeAsyncIterator()
      return RowPage(rows: [], count: 0, searchedPercent: await iterator.next() ?? nil)
    }
    let store = makeStore(client)
    await store.send(.promptOpened(.filter(LineEditor("none")))) {
      $0.prompt = .filter(LineEditor("none"))
    }
    await store.send(.promptKey(Key(.enter))) {
      $0.prompt = nil
      ($0.filter, $0.lastFilter, $0.sought) = ("none", "none", 1)
      ($0.count, $0.searchedPercent, $0.isBegun) = (0, 0, true)
    }
    await store.receive(.rowsRead(RowPage(rows: [], count: 0, searchedPercent: 30))) {
      $0.searchedPercent = 30
    }
    await store.receive(.rowsRead(RowPage(rows: [], count: 0, searchedPercent: 60))) {
      $0.searchedPercent = 60
    }
    await store.receive(.rowsRead(RowPage(rows: [], count: 0, searchedPercent: nil))) {
      $0.searchedPercent = nil
    }
    await store.receive(.soughtFound(0)) { $0.sought = nil }
  }

  @Test func aMatchNeedsAFilter() async {
    let store = await makeBegunStore()
    await store.send(.matchTapped(1)) { $0.note = "There is no filter: type / and a text." }
  }

  // MARK: - Jumps

  @Test func theCauseIsSelected() async {
    let store = await makeBegunStore()
    await store.send(.causeTapped) {
      $0.note = "Action 1 was sent by the host: it has no cause."
    }
    store.exhaustivity = .off
    await store.send(.selected(10))
    await store.skipReceivedActions(strict: false)
    await store.send(.causeTapped) { $0.selected = 9 }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.detail == [DetailLine("changes of 10")])
  }

  @Test func anActionIsSelectedByItsNumber() async {
    let store = await makeBegunStore()
    store.exhaustivity = .off
    await store.send(.promptOpened(.number(LineEditor("777777"))))
    await store.send(.promptKey(Key(.enter))) { $0.selected = 777_776 }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.row(777_776)?.action == 777_777)
    await store.send(.promptOpened(.number(LineEditor("0"))))
    await store.send(.promptKey(Key(.enter))) {
      $0.note = "There is no action '0': expected 1 to 1000000."
      $0.selected = 777_776
    }
  }

  @Test func anEmptyJournalHasNothingToSelect() async {
    var client = Self.client
    client.rows = { _, _ in RowPage(rows: [], count: 0, searchedPercent: nil) }
    let store = makeStore(client, actions: 1..<1)
    store.exhaustivity = .off
    await store.send(.began)
    for action in [.selected(1), .causeTapped, .scrolled(1), .escapeTapped]
      as [JournalBrowser.Action]
    {
      await store.send(action)
    }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.action == nil)
    #expect(store.state.selected == 0)
  }
}
