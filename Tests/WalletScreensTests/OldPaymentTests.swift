import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import SendFeature
import Testing
import WalletApp

@testable import WalletCLI

/// No old payment is sent without a notice, on the screens as well.
@Suite struct OldPaymentTests {
  private static let old = ScreenSample.payment(1)
  private static let stale = OldPayment(payment: old, at: ScreenSample.now)

  private func said(
    _ told: ResumePayments.Delegate, _ language: Language = .english
  ) async -> [String] {
    var state = HomeSample.place(HomeSample.home)
    state.language = language
    state.now = ScreenSample.now
    state.wallet?.resuming = ResumePayments.State(chainID: 1)
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.wallet(.resuming(.delegate(told))))
    await store.skipReceivedActions(strict: false)
    let toasts = store.state.toasts
    return (toasts.visible + toasts.waiting).map { String(state: $0.message) }
  }

  @Test func anOldPendingPaymentIsReportedWithItsAge() async {
    #expect(
      await said(.resumed([Self.old])) == ["Sent again: 0.1 ETH, recorded 50 minutes ago"])
    #expect(
      await said(.resumed([Self.old]), .korean) == ["다시 보냅니다: 0.1 ETH (기록: 50분 전)"])
  }

  /// A payment that was recorded a moment ago is no news.
  @Test func aNewPendingPaymentIsNotReported() async {
    let new = Payment(
      intent: Self.old.intent, transactions: Self.old.transactions,
      recordedAt: ScreenSample.now.addingTimeInterval(-599), state: .broadcast)
    #expect(await said(.resumed([new])) == [])
  }

  /// Its owner had read that it paid.
  @Test func aPaymentWhoseEndWasRevertedIsReported() async {
    #expect(
      await said(.reopened(Self.old))
        == ["Pending again after a chain reorganisation: 0.1 ETH, recorded 50 minutes ago"])
    #expect(
      await said(.reopened(Self.old), .korean)
        == ["체인이 재구성되어 다시 대기 중입니다: 0.1 ETH (기록: 50분 전)"])
  }

  @Test func anOldPaymentThatWaitsForTheOwnerIsReported() async {
    #expect(
      await said(.stale([Self.stale])) == ["Needs your decision: 0.1 ETH, recorded 50 minutes ago"])
    #expect(
      await said(.stale([Self.stale]), .korean) == ["결정을 기다립니다: 0.1 ETH (기록: 50분 전)"])
  }
}
