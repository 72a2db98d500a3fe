import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Testing

/// Texts that people type or paste as an address.
@Suite struct TypedRecipientTests {
  private static let text = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
  private static let quarter: Wei = 250_000_000_000_000_000

  private static func contact(_ name: String, _ address: Address) throws -> Contact {
    Contact(name: try ContactName(kept: name), address: address)
  }

  private func refusal(
    _ text: String, _ contacts: [Contact] = [], chainID: ChainID? = nil
  ) -> RecipientRefusal? {
    do throws(RecipientRefusal) {
      _ = try TypedRecipient(text, contacts: contacts, chainID: chainID)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    text, " \(text)", "\(text)\n", "\t\u{A0}\(text)\u{200B} ", "\u{FEFF}\(text)",
    text.lowercased(), "0x" + text.dropFirst(2).uppercased(), text.uppercased(),
    "0X" + text.dropFirst(2), "ethereum:\(text)", "ETHEREUM:\(text.lowercased())",
    "ethereum:pay-\(text)@1", "wallet:send?to=\(text)", "wallet:send?to=\(text.lowercased())",
    "\(text.prefix(10))\u{200B}\(text.dropFirst(10))", "\(text.prefix(20))\n\(text.dropFirst(20))",
    "\(text.prefix(6)) \u{AD}\(text.dropFirst(6))", "<\(text)>", "\"\(text)\",",
    "(\(text)).", "`\(text)`",
    "https://etherscan.io/address/\(text)", "https://example.org/de/address/\(text)?tab=tokens#x",
  ])
  func anAddressIsUnderstood(text: String) throws {
    #expect(try TypedRecipient(text, chainID: 1).address.checksummed == Self.text)
  }

  @Test func amountsAndChainsOfRequestsAreKept() throws {
    let request = try TypedRecipient("ethereum:\(Self.text)@5?value=25e16", chainID: 5)
    #expect(request.amount == Self.quarter)
    #expect(request.chainID == 5)
    let link = try TypedRecipient("wallet:send?amount=0.25&to=\(Self.text)")
    #expect(link.amount == Self.quarter)
    #expect(try TypedRecipient(Self.text).amount == nil)
  }

  @Test func typedRecipientsThatWouldBeLostAreRejected() {
    #expect(
      refusal("ethereum:\(Self.text)@5", chainID: 1) == .otherChain(found: 5, expected: 1))
    #expect(
      refusal("ethereum:\(Self.text)/transfer?address=\(Self.text)&uint256=1")
        == .request(.call(function: "transfer")))
    #expect(refusal("ethereum:\(Self.text)?gas=1") == .request(.parameter(name: "gas")))
    #expect(refusal("ethereum:vitalik.eth") == .request(.name))
    for link in [
      "wallet:send?to=Bob", "wallet:send?to=\(Self.text)&nonce=1", "wallet:receive",
      "https://example.org/tx/0x12", "https://example.org/address", "mailto:\(Self.text)",
      "https://example.org/address/\(Self.text)?amount=5&chainId=137",
      "https://example.org/address/\(Self.text)?tab=x&amount=5", "wallet:send?to=\(Self.text)#5",
    ] {
      #expect(refusal(link) == .link, "\(link)")
    }
  }

  /// Only an address with a checksum can have a wrong one.
  @Test func aWrongChecksumIsRefused() {
    let mistyped = Self.text.replacing("79C8", with: "79c8")
    #expect(refusal(mistyped) == .address(.wrongChecksum(expected: Self.text)))
    #expect(
      refusal("ethereum:\(mistyped)") == .request(.recipient(.wrongChecksum(expected: Self.text))))
    #expect(refusal("\(Self.text) \(Self.text)") != nil)
    #expect(refusal(" 0x12") == .address(.wrongDigitCount(found: 2)))
    #expect(refusal("") == .address(.missingPrefix))
    #expect(refusal("Bob") == .address(.missingPrefix))
  }

  @Test func aNameOfAContactMeansItsAddress() throws {
    let bob = try Self.contact("Bob", Address(1, 1, 1))
    let carol = try Self.contact("Carol", Address(2, 2, 2))
    let typed = try TypedRecipient(" Bob ", contacts: [carol, bob])
    #expect(typed.address == bob.address)
    #expect(typed.name == bob.name)
  }

  @Test func aNameThatIsUnclearIsRefusedWithTheChoices() throws {
    let bob = try Self.contact("Bob", Address(1, 1, 1))
    let other = try Self.contact("Воb", Address(2, 2, 2))
    #expect(refusal("bob", [bob]) == .unclearName([bob]))
    #expect(refusal("Bob", [bob, other]) == .unclearName([bob, other]))
    let account = try Self.contact("Bob", Address(3, 3, 3))
    #expect(refusal("Bob", [bob, account]) == .unclearName([bob, account]))
  }
}
