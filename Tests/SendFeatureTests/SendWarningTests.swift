import EthereumPrimitives
import SendFeature
import Testing
import VaultClient

/// Money, invariant 7: the signed transaction was shown, with warnings about anything odd.
@Suite("SendWarning")
struct SendWarningTests {
  private static let known = Address(0xaaaa_1111_2222_3333, 0x4444_5555_6666_7777, 0x8888_bbbb)
  private static let own = Address(0x0101_0000_0000_0000, 0, 0x0202)

  private func circumstances(
    _ recipient: Address = known, _ change: (inout SendCircumstances) -> Void = { _ in }
  ) -> SendCircumstances {
    var circumstances = SendCircumstances(
      recipient: recipient, code: .none, amount: 1_000, maxCost: 100, ownAddresses: [Self.own],
      paidAddresses: [Self.known])
    change(&circumstances)
    return circumstances
  }

  @Test func aKnownRecipientWarnsOfNothing() {
    #expect(circumstances().warnings == [])
  }

  @Test func theFirstPaymentToARecipientIsReported() {
    #expect(circumstances { $0.paidAddresses = [] }.warnings == [.firstPayment])
  }

  @Test(arguments: [
    (Address(0xaaaa_9999_2222_3333, 0x4444_5555_6666_7777, 0x8888_bbbb), true),
    (Address(0xaaaa_1111_2222_3333, 0x4444_5555_6666_7777, 0x8889_bbbb), true),
    (Address(0xaaaa_0000_0000_0000, 0, 0xbbbb), true),
    (Address(0xaaab_1111_2222_3333, 0x4444_5555_6666_7777, 0x8888_bbbb), false),
    (Address(0xaaaa_1111_2222_3333, 0x4444_5555_6666_7777, 0x8888_bbbc), false),
    (Address(0xbaaa_1111_2222_3333, 0x4444_5555_6666_7777, 0x8888_bbbb), false),
    (Address(0xaaaa_1111_2222_3333, 0x4444_5555_6666_7777, 0x8888_abbb), false),
  ])
  func anAddressWithTheSameFourDigitsAtEachEndIsAskedAbout(recipient: Address, isAlike: Bool) {
    let expected: [SendWarning] =
      isAlike ? [.looksLike(Self.known), .firstPayment] : [.firstPayment]
    #expect(circumstances(recipient).warnings == expected)
  }

  @Test func anAddressThatLooksLikeOnesOwnIsAskedAboutToo() {
    let alike = Address(0x0101_0000_0000_0000, 1, 0x0202)
    #expect(circumstances(alike).warnings == [.looksLike(Self.own), .firstPayment])
  }

  @Test func anAddressThatLooksLikeAContactsIsAskedAboutToo() {
    let contact = Address(0x0c0c_0000_0000_0000, 0, 0x0d0d)
    let alike = Address(0x0c0c_0000_0000_0000, 1, 0x0d0d)
    func warnings(_ recipient: Address) -> [SendWarning] {
      circumstances(recipient) { $0.contactAddresses = [contact] }.warnings
    }
    #expect(warnings(alike) == [.looksLike(contact), .firstPayment])
    #expect(warnings(contact) == [.firstPayment])
  }

  /// An address that was paid before is not a forgery of another one that was paid before.
  @Test func twoKnownAddressesThatLookAlikeAreBothKnown() {
    let twin = Address(0xaaaa_0000_0000_0000, 0, 0xbbbb)
    let warnings = circumstances(twin) { $0.paidAddresses = [Self.known, twin] }.warnings
    #expect(warnings == [])
  }

  @Test func paymentsToOneselfAreReported() {
    #expect(circumstances(Self.own).warnings == [.ownAccount])
  }

  @Test func codeIsNamed() {
    #expect(circumstances { $0.code = .contract }.warnings == [.contract])
    #expect(
      circumstances { $0.code = .delegated(to: Self.own) }.warnings == [.delegated(to: Self.own)])
  }

  @Test func anEqualPaymentIsAskedAbout() {
    let warnings = circumstances {
      $0.equalPayment = EqualPayment(hash: .zero, secondsAgo: 7)
    }.warnings
    #expect(warnings == [.equalPayment(.zero, secondsAgo: 7)])
  }

  @Test(
    arguments: [
      (100, 1_000, nil), (101, 1_000, 10), (110, 1_000, 11), (1_000, 1_000, 100),
      (2_500, 1_000, 250), (1, 0, 1_000_000), (.max, 1, 1_000_000), (1_000_000, 1, 1_000_000),
      (9_999, 1, 999_900),
    ] as [(Wei, Wei, UInt64?)])
  func aLargeFeeIsAskedAboutWithItsShare(fee: Wei, amount: Wei, percent: UInt64?) {
    let warnings = circumstances {
      $0.maxCost = fee
      $0.amount = amount
    }.warnings
    #expect(warnings == percent.map { [.feeShare(percent: $0)] } ?? [])
  }

  /// Money, invariant 10: money may always leave an address that others can spend from, after a
  /// question.
  @Test(arguments: [(1, true), (31_337, false)] as [(ChainID, Bool)])
  func aPaymentFromAPublishedAccountIsAskedAbout(chainID: ChainID, isAsked: Bool) async throws {
    let bench = SendBench()
    bench.node.answerChainID(.success(chainID), .success(chainID))
    let known = SendBench.account
    let account = VaultAccount(
      id: known.id, address: known.address, name: known.name, path: known.path, isPublished: true)
    let draft = try SendDraft(
      recipientText: SendBench.recipient, amountText: "0.25", account: account, chainID: chainID,
      speed: .normal)
    let quote = try await SendQuote(
      QuoteInquiry(node: bench.node.client(), activity: bench.makeActivity(), now: SendBench.date),
      for: draft)
    #expect(quote.warnings == (isAsked ? [.publishedAccount] : []) + [.firstPayment])
    #expect(quote.questions == (isAsked ? [.publishedAccount] : []))
  }

  @Test func theGravestComesFirst() {
    let warnings = circumstances(Address(0xaaaa_0000_0000_0000, 0, 0xbbbb)) {
      $0.maxCost = 1_000
      $0.code = .contract
      $0.equalPayment = EqualPayment(hash: .zero, secondsAgo: 1)
      $0.unknownEarlierCount = 3
    }.warnings
    #expect(
      warnings == [
        .equalPayment(.zero, secondsAgo: 1), .looksLike(Self.known), .unknownEarlier(count: 3),
        .feeShare(percent: 100), .contract, .firstPayment,
      ])
    #expect(warnings.map(\.needsConsent) == [true, true, true, true, false, false])
  }

  @Test func theCodeOfAnAccountIsRead() {
    #expect(RecipientCode([]) == .none)
    #expect(RecipientCode([0x60]) == .contract)
    let bytes = [UInt8](1...20)
    #expect(RecipientCode([0xEF, 0x01, 0x00] + bytes) == .delegated(to: Address(bytes: bytes)!))
    #expect(RecipientCode([0xEF, 0x01, 0x00] + bytes.dropLast()) == .contract)
    #expect(RecipientCode([0xEF, 0x01, 0x00] + bytes + [0]) == .contract)
    #expect(RecipientCode([0xEF, 0x01, 0x01] + bytes) == .contract)
    #expect(!RecipientCode([]).isPresent)
    #expect(RecipientCode([0]).isPresent)
  }
}
