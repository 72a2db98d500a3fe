import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NodeClient
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The effects of keys and time on Home.
@Suite struct HomeKeysTests {
  // MARK: - Time

  @Test func homeAsksAgainAfter30Seconds() async {
    let store = TestStoreOf<TerminalWallet>(initialState: HomeSample.place()) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.node.chainID = { throw NodeError.cancelled }
      $0.history.page = { _ throws(JournalFailure) in HomeSample.lines }
      $0.vault.journalStanding = { .asKnown }
    }
    store.exhaustivity = .off
    for second in 1...29 {
      await store.send(.inner(.secondPassed(HomeSample.now.addingTimeInterval(Double(second)))))
    }
    #expect(store.state.top?.home?.isRefreshing == false)
    await store.send(.inner(.secondPassed(HomeSample.now.addingTimeInterval(30))))
    await store.receive { action in
      guard case .wallet(.router(.routeAction(_, let action))) = action else { return false }
      guard case .home(.view(let action)) = action else { return false }
      return action == .refreshed
    }
    #expect(store.state.idleSeconds == 30, "the person has not pressed it")
    await store.skipReceivedActions(strict: false)
    #expect(store.state.staleSeconds == 0)
    await store.finish()
  }

  @Test func nothingIsAskedWhereHomeIsNotSeen() async {
    var state = HomeSample.place(HomeSample.home, [HomeSample.contactsScreen()])
    state.staleSeconds = 29
    let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
    await store.send(.inner(.secondPassed(HomeSample.now))) {
      $0.idleSeconds = 1
      $0.staleSeconds = 0
    }
    await store.finish()
  }

  // MARK: - Keys

  private func makeStore(
    _ state: TerminalWallet.State, _ queries: SearchLog
  ) -> TestStoreOf<TerminalWallet> {
    let store = TestStore(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.history.page = { query throws(JournalFailure) in
        queries.add(query)
        return query.search == nil ? HomeSample.lines : [HomeSample.lines[0]]
      }
    }
    store.exhaustivity = .off
    return store
  }

  private func press(_ keys: String..., to store: TestStoreOf<TerminalWallet>) async {
    for name in keys {
      guard let key = Key(name) else {
        Issue.record("no key is called \(name)")
        continue
      }
      await store.send(.view(.keyPressed(key)))
      await store.skipReceivedActions(strict: false)
    }
  }

  @Test func aSearchIsTypedKeptAndLeft() async {
    let queries = SearchLog()
    let store = makeStore(HomeSample.place(), queries)
    await press("down", "/", "q", to: store)
    #expect(store.state.isSearching)
    #expect(store.state.search.text == "q", "the letter leaves no wallet while it is typed")
    #expect(store.state.top?.home?.searchText == "q")
    #expect(store.state.top?.home?.lines == [HomeSample.lines[0]])
    #expect(store.state.chosen == 0)
    await press("enter", to: store)
    #expect(!store.state.isSearching)
    #expect(store.state.top?.home?.searchText == "q", "what was found stays")
    await press("enter", to: store)
    #expect(store.state.sheet == .line(HomeSample.lines[0].id))
    await press("esc", "esc", to: store)
    #expect(store.state.top?.home?.searchText == "")
    #expect(store.state.top?.home?.lines == HomeSample.lines)
    await press("/", "x", "esc", to: store)
    #expect(store.state.search.text == "")
    #expect(queries.searches.map { $0 == nil } == [false, true, false, true])
    await store.finish()
  }

  @Test func pastedTextIsSearchedFor() async {
    let queries = SearchLog()
    let store = makeStore(HomeSample.place(), queries)
    await press("/", to: store)
    await store.send(.view(.pasted("abcdef\n")))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.search.text == "abcdef ")
    await store.finish()
    let terminal = HomeSample.terminal(80, 24)
    var state = HomeSample.place()
    if case .quit = terminal.reply(to: .key(Key(.character("q"))), in: state) {
    } else {
      Issue.record("at rest the letter leaves the wallet")
    }
    state.isSearching = true
    if case .quit = terminal.reply(to: .key(Key(.character("q"))), in: state) {
      Issue.record("while it is typed the letter is a letter")
    }
  }
}
