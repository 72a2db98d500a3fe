import ActivityClient
import EthereumPrimitives
import Headrace
import SendFeature
import Testing
import WalletApp

@testable import WalletCLI

/// A payment that was reported as paid, and is open again, is reported beside the one that is made.
@Suite struct ReopeningNotesTests {
  private func notes(_ told: ResumePayments.Delegate, json: Bool) -> [String] {
    let person = FakeTerminal { _, _ in nil }
    let state = WalletApp.State(start: .unlock, chainID: 1)
    ReopeningNotes(person.terminal, json: json)
      .actionReduced(.resuming(.delegate(told)), id: ActionID(1), state: state)
    #expect(person.results == [])
    return person.notes
  }

  /// A person reads a sentence, a program an object.
  @Test func aPaymentThatIsOpenAgainIsANote() throws {
    let payment = try PaymentTextsTests.payment()
    let text = FailureText.opensAgain(payment)
    #expect(notes(.reopened(payment), json: false) == [text])
    #expect(
      notes(.reopened(payment), json: true)
        == [JSONText.object([("event", .text("note")), ("text", .text(text))])])
  }

  @Test func nothingElseIs() throws {
    let payment = try PaymentTextsTests.payment()
    #expect(notes(.resumed([payment]), json: false) == [])
    #expect(notes(.settled(payment), json: true) == [])
  }
}
