import ActivityClient
import AuthFeature
import ContactsClient
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import SendFeature
import VaultClient
import WalletApp

extension TestStore where State == WalletApp.State, Action == WalletApp.Action {
  /// Makes a store of a stack, on a node and a journal that answer Home.
  convenience init(
    _ routes: [Route<WalletScreen.State>],
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      initialState: WalletSample.app(routes),
      reducer: { WalletApp() },
      withDependencies: {
        $0.date = .constant(WalletSample.now)
        $0.node.chainID = { 1 }
        $0.node.blockNumber = { 99 }
        $0.node.balance = { _, _ in 10 }
        $0.history.page = { _ throws(JournalFailure) in [] }
        $0.history.balances = { _, _ throws(JournalFailure) in [] }
        $0.history.noteBalance = { _, _, _ throws(JournalFailure) in }
        $0.history.scan = { _ in ScanReport() }
        $0.contacts.all = { () throws(JournalFailure) in [] }
        $0.vault.journalStanding = { .asKnown }
        $0.activity.unresolved = { () throws(JournalFailure) in [] }
        $0.activity.reviewable = { _ throws(JournalFailure) in [] }
        prepare(&$0)
      }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action to the screen at an index of the stack; without an index, to the top one.
  @discardableResult
  nonisolated(nonsending)
    func send(
      _ action: WalletScreen.Action,
      at index: Int? = nil,
      assert update: ((inout WalletApp.State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask
  {
    let id = state.routes[index ?? state.routes.count - 1].id
    return await send(
      .router(.routeAction(id: id, action: action)), assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Asserts that a screen's effect sent an action of a case.
  nonisolated(nonsending)
    func receive<Value>(
      screen path: CaseKeyPath<WalletScreen.Action, Value>,
      assert update: ((inout WalletApp.State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let path = AnyCasePath(path)
    await receive(
      { action in
        guard case .router(.routeAction(_, let action)) = action else { return false }
        return path.extract(action) != nil
      }, assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Unlocks with accounts that the vault answers, and expects a change of the stack.
  nonisolated(nonsending)
    func unlock(
      assert update: @escaping (inout WalletApp.State) -> Void, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async
  {
    let top = state.routes.count - 1
    await send(
      .unlock(.view(.passcodeEntered(WalletSample.passcode))),
      assert: { $0.routes[top].screen.modify(\.unlock) { $0.isUnlocking = true } },
      fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      screen: \.unlock.inner.unlocked,
      assert: { $0.routes[top].screen.modify(\.unlock) { $0.isUnlocking = false } },
      fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      screen: \.unlock.delegate.unlocked, assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Asserts that Home appeared again, and everything that follows if no payment is open.
  nonisolated(nonsending)
    func receiveHomeAppearance(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      screen: \.home.view.appeared, assert: { state in state.home { $0.isRefreshing = true } },
      fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      screen: \.home.delegate.appeared,
      assert: { $0.resuming = ResumePayments.State(chainID: 1) }, fileID: fileID,
      filePath: filePath, line: line, column: column)
    await receive(
      \.resuming.view.started, assert: { $0.resuming?.phase = .loading }, fileID: fileID,
      filePath: filePath, line: line, column: column)
    await receive(
      screen: \.home.inner.savedResponse, fileID: fileID, filePath: filePath, line: line,
      column: column)
    await receiveHome(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      \.resuming.inner.loaded, WalletSample.findings(), assert: { $0.resuming?.phase = .idle },
      fileID: fileID,
      filePath: filePath, line: line, column: column)
    await receive(
      screen: \.home.inner.scanResponse, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Asserts all answers of the node and journal to the Home screen at the bottom.
  nonisolated(nonsending)
    func receiveHome(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      screen: \.home.inner.balanceResponse,
      assert: { state in
        state.home {
          $0.balance = WalletSample.snapshot()
          $0.samples = [WalletSample.sample]
          $0.isRefreshing = false
        }
      }, fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      screen: \.home.inner.activityResponse, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension WalletApp.State {
  /// Changes the Home screen at the bottom of the stack.
  mutating func home(_ change: (inout Home.State) -> Void) {
    routes[0].screen.modify(\.home, change)
  }
}
