import ActivityClient
import ContactsClient
import EthereumPrimitives
import GRDB
import NodeClient
import Testing

@testable import ActivityClientLive

/// The contacts of a wallet, and which are refused.
@Suite struct ContactsTests {
  private let bench = ActivityBench()
  private let contacts: ContactsClient

  init() {
    contacts = .live(ActivityJournal(bench.database))
  }

  private static func contact(_ name: String, _ address: Address) throws -> Contact {
    Contact(name: try ContactName(name), address: address)
  }

  @Test func unsetEndpointsFailTheTestByName() async {
    await withKnownIssue {
      await #expect(throws: JournalFailure.busy) { try await ContactsClient.testValue.all() }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("'ContactsClient.all' was called") }
    }
    await withKnownIssue {
      await #expect(throws: JournalFailure.busy) {
        try await HistoryClient.testValue.page(HistoryQuery(account: .zero, chainID: 1))
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("'HistoryClient.page' was called") }
    }
  }

  @Test func contactsAreKeptByName() async throws {
    let zoe = try Self.contact("Zoë", Address(1, 1, 1))
    let bob = try Self.contact("bob", Address(2, 2, 2))
    let minsu = try Self.contact("민수", Address(3, 3, 3))
    #expect(try await contacts.all() == [])
    #expect(try await contacts.add(zoe) == [zoe])
    #expect(try await contacts.add(bob) == [bob, zoe])
    #expect(try await contacts.add(minsu) == [bob, zoe, minsu])
    let next = ContactsClient.live(ActivityJournal(bench.database))
    #expect(try await next.all() == [bob, zoe, minsu], "another process finds them")
    let ann = try Self.contact("Ann", zoe.address)
    #expect(try await next.rename(zoe.address, ann.name) == [ann, bob, minsu])
    #expect(try await next.remove(bob.address) == [ann, minsu])
    #expect(try await next.remove(bob.address) == [ann, minsu])
    await #expect(throws: ContactRefusal.unknown) { try await next.rename(bob.address, bob.name) }
  }

  @Test func twoNamesMayBeExchanged() async throws {
    let bob = try Self.contact("Bob", Address(2, 2, 2))
    _ = try await contacts.add(bob)
    let upper = try Self.contact("BOB", bob.address)
    #expect(try await contacts.rename(bob.address, upper.name) == [upper], "its own name is free")
  }

  @Test func anAddressThatIsTakenOrLooksSoIsRefused() async throws {
    let bob = try Self.contact("Bob", Address(0xAB12_0000_0000_0000, 1, 0xCD34))
    _ = try await contacts.add(bob)
    await #expect(throws: ContactRefusal.addressTaken(by: bob)) {
      try await contacts.add(try Self.contact("Robert", bob.address))
    }
    await #expect(throws: ContactRefusal.addressLooksLike(bob)) {
      try await contacts.add(
        try Self.contact("Robert", Address(0xAB12_FFFF_0000_0000, 2, 0xFF_CD34)))
    }
    // Three of the four bytes are not enough.
    for other in [
      Address(0xAB13_0000_0000_0000, 1, 0xCD34), Address(0xAB12_0000_0000_0000, 1, 0xCD35),
    ] {
      _ = try await contacts.add(
        try Self.contact("R\(other.hex.suffix(6))-\(other.hex.dropFirst(4).prefix(2))", other))
    }
    #expect(try await contacts.all().count == 3)
  }

  @Test(arguments: [
    "bob", "BOB", "B O B", "Bób", "Ｂｏｂ", "B0b", "ВОВ", "вов",
  ])
  func aNameThatLooksLikeAnotherIsRefused(name: String) async throws {
    let bob = try Self.contact("Bob", Address(2, 2, 2))
    _ = try await contacts.add(bob)
    let other = try Self.contact(name, Address(5, 5, 5))
    await #expect(throws: ContactRefusal.nameTaken(by: bob)) { try await contacts.add(other) }
    let carol = try Self.contact("Carol", Address(6, 6, 6))
    _ = try await contacts.add(carol)
    await #expect(throws: ContactRefusal.nameTaken(by: bob)) {
      try await contacts.rename(carol.address, other.name)
    }
  }

  @Test(arguments: [
    ("", ContactName.Refusal.empty), (" Bob", .blanks), ("Bob ", .blanks), ("B  b", .blanks),
    ("0xBob", .looksLikeAddress), ("0XB", .looksLikeAddress), ("Bob\n", .invisible),
    ("B\u{200B}ob", .invisible), ("\u{202E}boB", .invisible), ("B\u{00A0}b", .invisible),
    ("B\u{3164}", .invisible), ("pay\u{200D}pal", .invisible), ("paypal\u{FE0F}", .invisible),
    ("1\u{FE0F}", .invisible), ("🦊\u{FE0F}", .invisible), ("🦊\u{200D}", .invisible),
    ("🦊\u{200D}b", .invisible), ("🦊\u{200D}\u{200D}🦊", .invisible), ("\u{200D}🦊", .invisible),
    ("Воb", .mixedScripts(word: "Воb")), ("Bob Bοb", .mixedScripts(word: "Bοb")),
    (String(repeating: "b", count: 41), .tooLong(found: 41, max: 40)),
    ("b" + String(repeating: "\u{301}", count: 160), .tooLong(found: 1, max: 40)),
  ])
  func invalidNamesAreRejected(text: String, refusal: ContactName.Refusal) {
    #expect(throws: refusal) { try ContactName(text) }
  }

  @Test(arguments: ["b", "민수 엄마", "👨‍👩‍👧", "Zoë ❤️", "👩🏽‍🚀", "1️⃣", "👁️‍🗨️", "0x".replacing("x", with: "y")])
  func ordinaryNamesAreAccepted(text: String) throws {
    #expect(try ContactName(text).text == text)
    #expect(try ContactName(String(repeating: "b", count: 40)).text.count == 40)
  }

  @Test func aWalletHasAThousandContacts() throws {
    let others = try (0..<Contact.countMax).map { number in
      try Self.contact(
        "n\(number + 20_000)".replacing("1", with: "x").replacing("0", with: "y"),
        Address(UInt64(number) << 48, 1, UInt32(number)))
    }
    let one = try Self.contact("Bob", Address(9, 9, 9))
    #expect(ContactRefusal.adding(one, to: others) == .full(max: 1_000))
    #expect(ContactRefusal.adding(one, to: Array(others.dropLast())) == nil)
  }

  @Test func aRowThatIsNotAContactIsReported() async throws {
    guard case .memory(let queue) = bench.database.place else { return }
    try await queue.write {
      try $0.execute(sql: "INSERT INTO contacts VALUES (zeroblob(20), '0x')")
    }
    await #expect(throws: JournalFailure.corrupt(path: "the memory")) { try await contacts.all() }
    await #expect(throws: ContactRefusal.storage(.corrupt(path: "the memory"))) {
      try await contacts.remove(.zero)
    }
  }
}
