import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Testing
import VaultClient

@testable import SendFeature

/// Requests and names that are typed as the recipient of a payment.
@Suite struct TypedRequestTests {
  private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  private func state() throws -> SendMoney.State {
    let account = VaultAccount(
      id: AccountID(rawValue: 0), address: try Address(checksummed: Self.address),
      name: "Account 1", path: "m/44'/60'/0'/0/0")
    return SendMoney.State(account: account, chainID: 1)
  }

  @Test func theAmountOfARequestIsFilledInAndGoesWithIt() throws {
    var state = try state()
    state.typeRecipient("ethereum:\(Self.address)@1?value=25e16")
    #expect(state.amountText == "0.25")
    #expect(state.recipientTrouble == nil)
    state.typeRecipient("ethereum:\(Self.address)@1?value=5e17")
    #expect(state.amountText == "0.5")
    state.typeRecipient(Self.address)
    #expect(state.amountText == "")
    state.amountText = "2"
    state.typeRecipient("ethereum:\(Self.address)@1?value=5e17")
    #expect(state.amountText == "2", "what was typed stays")
  }

  @Test func anotherAmountThanTheRequestsIsRefused() throws {
    let request = "ethereum:\(Self.address)@1?value=25e16"
    func parse(_ amount: String) throws(SendMoneyFailure) -> Wei? {
      try SendDraft.parse(recipientText: request, amountText: amount, chainID: 1).amount
    }
    let quarter = try Wei(ether: "0.25")
    #expect(try parse("") == quarter)
    #expect(try parse("0.25") == quarter)
    for amount in ["0.3", "max"] {
      #expect(throws: SendMoneyFailure.recipientRefused(.otherAmount(quarter))) {
        try parse(amount)
      }
    }
    #expect(throws: SendMoneyFailure.amountZero) {
      try SendDraft.parse(recipientText: "ethereum:\(Self.address)?value=0", amountText: "")
    }
  }

  @Test func aRequestForAnotherChainIsReported() throws {
    var state = try state()
    state.typeRecipient("ethereum:\(Self.address)@5?value=25e16")
    #expect(state.recipientTrouble == .recipientRefused(.otherChain(found: 5, expected: 1)))
    #expect(state.amountText == "")
  }

  @Test func aNameIsTypedWithoutAWord() throws {
    var state = try state()
    let bob = Contact(name: try ContactName("Bob"), address: Address(1, 2, 3))
    state.contacts = [bob]
    for text in ["B", "Bo", "Bob"] {
      state.typeRecipient(text)
      #expect(state.recipientTrouble == nil, "\(text)")
    }
    #expect(state.typedRecipient?.address == bob.address)
    state.typeRecipient("bob")
    #expect(state.recipientTrouble == .recipientRefused(.unclearName([bob])))
    state.typeRecipient("Rob")
    #expect(state.recipientTrouble == .recipient(.missingPrefix))
  }
}
