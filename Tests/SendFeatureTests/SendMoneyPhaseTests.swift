import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

/// Every phase meets every action of the user, and every late response.
@Suite("SendMoney: every phase")
struct SendMoneyPhaseTests: SubmissionSuite {
  let script: SubmissionScript

  init() async throws {
    script = try await SubmissionScript()
  }

  private var phases: [SendMoney.Phase] {
    let (draft, quote) = (script.draft, script.quote)
    return [
      .editing, .quoting(draft), .reviewing(draft, quote), .submitting(draft, quote),
      .refused(draft, quote, .authorization(.locked)), .following(script.broadcast),
      .unsettled(script.broadcast, .node(.garbage)),
      .confirmed(script.confirmed, SendBench.inclusion), .failed(.node(.down)),
    ]
  }

  /// Returns true if the form can be reached: until the payment is handed over.
  private func isEditable(_ phase: SendMoney.Phase) -> Bool {
    switch phase {
    case .editing, .quoting, .reviewing, .refused, .failed: true
    case .submitting, .following, .unsettled, .confirmed: false
    }
  }

  private func store(_ phase: SendMoney.Phase) -> TestStore<SendMoney.State, SendMoney.Action> {
    let store = bench.store(SendBench.state("0.25", phase: phase))
    // Asking the node, the vault or the journal here fails the test.
    store.dependencies.node = .testValue
    store.dependencies.vault = .testValue
    store.dependencies.activity = .testValue
    return store
  }

  @Test func typingGoesBackToTheFormUntilThePaymentIsOnItsWay() async {
    let edits: [(SendMoney.View, (inout SendMoney.State) -> Void)] = [
      (.recipientChanged("0x"), { $0.recipientText = "0x" }),
      (.amountChanged("2"), { $0.amountText = "2" }),
      (.speedChanged(.fast), { $0.speed = .fast }),
    ]
    for phase in phases {
      for (action, change) in edits {
        let store = store(phase)
        if isEditable(phase) {
          await store.send(.view(action)) {
            change(&$0)
            $0.phase = .editing
          }
        } else {
          await store.send(.view(action))
        }
        await store.finish()
      }
    }
  }

  @Test func backGoesToTheFormUntilThePaymentIsOnItsWay() async {
    for phase in phases {
      let store = store(phase)
      if isEditable(phase), phase != .editing {
        await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
      } else {
        await store.send(.view(.backButtonTapped))
      }
      await store.finish()
    }
  }

  @Test func reviewAsksForAQuoteFromTheFormAndAfterAFailureAlone() async {
    for phase in phases {
      let store = store(phase)
      store.dependencies.node = bench.node.client()
      store.dependencies.activity = bench.makeActivity()
      if phase == .editing || phase == .failed(.node(.down)) {
        await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(script.draft) }
        await store.receive(\.inner.quoted) { $0.phase = .reviewing(script.draft, script.quote) }
      } else {
        await store.send(.view(.reviewButtonTapped))
      }
      await store.finish()
    }
  }

  @Test func aPasscodeSignsAtTheReviewAndIsWipedElsewhere() async {
    for phase in phases {
      let store = store(phase)
      let (before, passcode) = (bench.discarded, script.passcode)
      store.dependencies.vault = bench.makeVault(refusal: .unknownAccount)
      store.dependencies.node = bench.node.client()
      store.dependencies.activity = bench.makeActivity()
      if phase.is(\.reviewing) || phase.is(\.refused) {
        await script.submit(store)
        await store.receive(\.inner.refused) {
          $0.phase = .refused(script.draft, script.quote, .authorization(.unknownAccount))
        }
        await store.finish()
        #expect(bench.discarded == before)
      } else {
        await store.send(.view(.passcodeEntered(passcode)))
        await store.finish()
        #expect(bench.discarded == before + [passcode], "\(phase)")
      }
    }
  }

  @Test func closeTellsTheParentButNotWhileSigning() async {
    for phase in phases {
      let store = store(phase)
      if phase.is(\.submitting) {
        await store.send(.view(.closeButtonTapped)) { $0.isClosing = true }
      } else {
        await store.send(.view(.closeButtonTapped))
        await store.receive(\.delegate.closed)
      }
      await store.finish()
    }
  }

  @Test func theFailureIsReportedInTheThreePhasesThatHaveOne() {
    let failures = phases.map { SendBench.state("1", phase: $0).failure }
    #expect(
      failures == [
        nil, nil, nil, nil, .authorization(.locked), nil, .node(.garbage), nil, .node(.down),
      ])
  }

  // MARK: - What comes back late

  @Test func aLateQuoteChangesNothing() async throws {
    let other = try SendBench.draft("0.5")
    for phase in phases {
      let store = store(phase)
      await store.send(.inner(.quoted(other, script.quote)))
      await store.send(.inner(.quoteFailed(other, .noFees)))
      if phase != .quoting(script.draft) {
        await store.send(.inner(.quoted(script.draft, script.quote)))
        await store.send(.inner(.quoteFailed(script.draft, .noFees)))
      }
      await store.finish()
    }
  }

  @Test func aLateRefusalChangesNothing() async {
    for phase in phases where !phase.is(\.submitting) {
      let store = store(phase)
      await store.send(.inner(.refused(.authorization(.locked))))
      await store.finish()
    }
  }

  @Test func aLateStopChangesNothing() async {
    for phase in phases where !phase.is(\.following) {
      let store = store(phase)
      await store.send(.inner(.stopped(.node(.garbage))))
      await store.finish()
    }
  }

  @Test func goingBackWhileQuotingStopsTheQuestion() async {
    let store = store(.editing)
    store.dependencies.node.chainID = { [clock = bench.clock] in
      try await clock.sleep(for: .seconds(5))
      Issue.record("The quote is waited for no longer")
      return SendBench.chainID
    }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(script.draft) }
    // A second tap asks nothing more.
    await store.send(.view(.reviewButtonTapped))
    await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
    await bench.clock.advance(by: .seconds(5))
    await store.finish()
  }

  @Test(
    arguments: [.down, .garbage, .timedOut(method: "eth_chainId", after: .seconds(10))]
      as [NodeError])
  func aNodeThatDoesNotAnswerWhileQuotingIsReported(error: NodeError) async {
    let store = store(.editing)
    store.dependencies.node.chainID = { throw error }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(script.draft) }
    await store.receive(\.inner.quoteFailed) {
      $0.phase = .failed(.node(error))
    }
    await store.finish()
  }
}
