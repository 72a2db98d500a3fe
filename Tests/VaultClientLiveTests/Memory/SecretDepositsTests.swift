import EthereumCrypto
import Headrace
import HeadraceTesting
import Testing
import VaultClient

@testable import VaultClientLive

/// The time that the vault keeps typed secrets.
@Suite struct SecretDepositsTests {
  private let bench = VaultBench()

  @Test func aSecretGoesWithTheLastCopyOfItsHandle() async {
    let vault = bench.makeVault()
    var first: SecretHandle? = await vault.deposit(VaultBench.passcode)
    var second = first
    let other = await vault.deposit(VaultBench.passcode)
    #expect(vault.deposits.count == 2)
    first = nil
    #expect(first == nil && second != nil)
    #expect(vault.deposits.count == 2)
    second = nil
    #expect(second == nil)
    #expect(vault.deposits.count == 1)
    let now = await vault.now
    #expect(vault.deposits.peek(other, at: now) != nil)
  }

  @Test func aSpentSecretIsWipedWhileItsHandleExists() async throws {
    let vault = bench.makeVault()
    let handle = await vault.deposit(VaultBench.phrase)
    _ = try await VaultClient.live(vault).importPhrase(handle)
    #expect(vault.deposits.count == 0)
    await #expect(throws: PhraseImportRefusal.secretGone) {
      try await VaultClient.live(vault).importPhrase(handle)
    }
  }

  @Test func theThirtyThirdSecretWipesTheFirst() async {
    let vault = bench.makeVault()
    var handles: [SecretHandle] = []
    for _ in 0..<32 { handles.append(await vault.deposit(VaultBench.passcode)) }
    let now = await vault.now
    #expect(vault.deposits.peek(handles[0], at: now) != nil)
    handles.append(await vault.deposit(VaultBench.passcode))
    #expect(vault.deposits.count == 32)
    #expect(vault.deposits.peek(handles[0], at: now) == nil)
    #expect(vault.deposits.peek(handles[1], at: now) != nil)
  }

  @Test func aHandleSaysItsNumberAndNothingElse() async {
    let handle = await bench.makeVault().deposit(VaultBench.passcode)
    #expect(Mirror(reflecting: handle).children.map(\.label) == ["id"])
    #expect(String(reflecting: handle).contains("correct") == false)
    #expect(handle == SecretHandle(id: handle.id))
    #expect(Set([handle, SecretHandle(id: handle.id)]).count == 1)
  }

  // MARK: - In a Feature

  private struct Spending: Reducer {
    enum Action: Sendable {
      case spentAndCancelled(SecretHandle)
      case ignored(SecretHandle)
    }

    let spend: @Sendable (SecretHandle) async -> Void

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .ignored:
        return .none
      case .spentAndCancelled(let handle):
        let spending = Effect<Action>.run { [spend] _ in await spend(handle) }
        return .merge(spending.cancellable(id: "spending"), .cancel(id: "spending"))
      }
    }
  }

  /// The passcode of a payment whose screen was removed before its effect began stayed in memory
  /// for five minutes.
  ///
  /// It stayed longer if nothing else was asked of the vault.
  @Test(arguments: [Spending.Action.spentAndCancelled, Spending.Action.ignored])
  private func anUnspentSecretGoesWithItsAction(
    action: @Sendable (SecretHandle) -> Spending.Action
  ) async {
    let vault = bench.makeVault()
    let store = TestStore(initialState: 0) {
      Spending { _ in Issue.record("it was cancelled before it began") }
    }
    await store.send(action(await vault.deposit(VaultBench.passcode)))
    await store.finish()
    #expect(vault.deposits.count == 0)
  }
}
