import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import HeadraceFlow
import SendFeature
import TestEffort
import Testing

@testable import WalletApp

/// The contents of links, and the refusals.
@Suite("Links of the wallet") struct WalletLinkTests {
  private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  private static let hash = "0x" + String(repeating: "0f", count: 32)

  private var recipient: Address {
    get throws { try Address(checksummed: Self.address) }
  }

  private func refusal(_ url: String) -> WalletLinkError? {
    do throws(WalletLinkError) {
      let link = try WalletLink(url, chainID: 1)
      Issue.record("\(url) leads to \(link).")
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Reading

  @Test func eachLinkLeadsToItsScreen() throws {
    let quarter = try Wei(ether: "0.25")
    let links: [(String, WalletLink)] = try [
      ("wallet:send?to=\(Self.address)&amount=0.25", .send(to: recipient, amount: quarter)),
      ("wallet:send?amount=0.25&to=\(Self.address)", .send(to: recipient, amount: quarter)),
      ("WALLET:send?to=\(Self.address)", .send(to: recipient, amount: nil)),
      ("wallet:receive", .receive),
      ("wallet:activity/\(Self.hash)", .activity(Hash32(hex: Self.hash))),
      ("wallet:settings", .settings),
    ]
    for (url, link) in links {
      #expect(try WalletLink(url, chainID: 1) == link, "\(url)")
    }
  }

  /// Law: a written link is read as the same link, and a URL that is read again is the same URL.
  @Test func linksAndURLsAreTheSame() throws {
    var generator = SeededGenerator(seed: 0x1196)
    let count = Effort.count(2_000)
    for number in 0..<count {
      let link = WalletLink.random(&generator)
      let url = link.url
      #expect(try WalletLink(url, chainID: 1) == link, "case \(number): \(url)")
      guard case .send(let recipient, let amount) = link else { continue }
      let request = PaymentURI(recipient: recipient, chainID: 1, value: amount)
      #expect(try PaymentURI(request.text) == request, "case \(number): \(request.text)")
      #expect(try WalletLink(request.text, chainID: 1) == link, "case \(number)")
    }
    print("Links of the wallet, written and read: \(count) cases.")
  }

  /// A broken link is refused, or is another link that is written as it was read.
  @Test func brokenLinksAreRefusedOrMeanWhatTheySay() {
    var generator = SeededGenerator(seed: 0x681)
    let count = Effort.count(5_000)
    var refused = 0
    for number in 0..<count {
      var bytes = Array(WalletLink.random(&generator).requestOrURL(&generator).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes.mutate(&generator)
      }
      let url = String(decoding: bytes, as: UTF8.self)
      do throws(WalletLinkError) {
        let link = try WalletLink(url, chainID: 1)
        let again = try WalletLink(link.url, chainID: 1)
        #expect(again == link, "case \(number): \(url)")
      } catch {
        refused += 1
      }
    }
    #expect(refused > count / 2)
    print("Broken links of the wallet: \(count) cases, \(refused) of them refused.")
  }

  // MARK: - Refusing

  @Test func invalidLinksAreRejectedWithAReason() throws {
    let cases: [(String, WalletLinkError)] = [
      ("", .unreadable(.otherPrefix(expected: ["wallet:"]))),
      ("https://wallet/send", .unreadable(.otherPrefix(expected: ["wallet:"]))),
      ("wallet://send", .unreadable(.malformed(.emptySegment, byteOffset: 7))),
      ("wallet:sned", .unreadable(.unknownPath("sned", nearest: "send?to&amount"))),
      ("wallet:send", .unreadable(.missingQueryItem(name: "to", pattern: "send?to&amount"))),
      (
        "wallet:send?to=\(Self.address)&yes=1",
        .unreadable(.unknownQueryItem(name: "yes", pattern: "send?to&amount", nearest: "to"))
      ),
      (
        "wallet:send?to=\(Self.address)&to=\(Self.address)",
        .unreadable(.repeatedQueryItem(name: "to"))
      ),
      ("wallet:send?to=Bob&amount=1", .payment(.recipient(.missingPrefix))),
      ("wallet:send?to=0x\(String(repeating: "0", count: 40))", .payment(.recipientIsZero)),
      ("wallet:send?to=\(Self.address)&amount=max", .payment(.amount(.notANumber))),
      ("wallet:send?to=\(Self.address)&amount=0", .payment(.amountZero)),
      ("wallet:send?to=\(Self.address)&amount=", .payment(.amountMissing)),
      ("wallet:send?to=\(Self.address)&amount=1e18", .payment(.amount(.notANumber))),
      ("wallet:activity/0x12", .hash(.wrongByteCount(expected: 32, found: 1))),
      (
        "wallet:" + String(repeating: "a", count: 2_042),
        .unreadable(.tooLong(byteCount: 2_049, max: 2_048))
      ),
    ]
    for (url, error) in cases {
      #expect(refusal(url) == error, "\(url)")
    }
  }

  // MARK: - Requests of EIP-681

  @Test(arguments: [
    ("", nil), ("@1", nil), ("?value=1", "1"),
    ("@1?value=2014000000000000000", "2014000000000000000"),
    ("@1?value=2.014e18", "2014000000000000000"), ("?value=2.0140e18", "2014000000000000000"),
    ("?value=1E18", "1000000000000000000"), ("?value=1.0", "1"), ("?value=15e-0", "refused"),
    ("?value=0.5e1", "5"), ("?value=007", "7"),
  ])
  func requestsForEtherAreRead(rest: String, wei: String?) throws {
    for start in ["ethereum:", "ETHEREUM:", "ethereum:pay-"] {
      let text = start + Self.address + rest
      if wei == "refused" {
        #expect(throws: PaymentURIError.value(.notANumber)) { try PaymentURI(text) }
        continue
      }
      let amount = try wei.map { try Wei(decimal: $0) }
      #expect(try WalletLink(text, chainID: 1) == .send(to: recipient, amount: amount), "\(text)")
    }
  }

  @Test func otherRequestsAreRefusedWithTheirReason() {
    let cases: [(String, PaymentURIError)] = [
      ("@0", .chain), ("@01", .chain), ("@1x", .chain), ("@", .chain), ("@1@1", .chain),
      ("@99999999999999999999", .chain),
      ("@1/transfer?address=0x0&uint256=1", .call(function: "transfer")),
      ("/", .call(function: "")),
      ("?gas=21000", .parameter(name: "gas")), ("?gasPrice=1", .parameter(name: "gasPrice")),
      ("?value=1&gasLimit=9", .parameter(name: "gasLimit")),
      ("?req-data=1", .parameter(name: "req-data")), ("?", .parameter(name: "")),
      ("?Value=1", .parameter(name: "Value")),
      (
        "?\(String(repeating: "n", count: 41))=1",
        .parameter(name: String(repeating: "n", count: 40) + "…")
      ),
      ("?value=1&value=1", .repeatedValue), ("?value", .value(.notANumber)),
      ("?value=", .value(.notANumber)), ("?value=-1", .value(.notANumber)),
      ("?value=+1", .value(.notANumber)), ("?value=1e", .value(.notANumber)),
      ("?value=.5e1", .value(.notANumber)), ("?value=0x10", .value(.notANumber)),
      ("?value=1.5", .value(.tooManyFractionDigits(found: 1, max: 0))),
      ("?value=1.25e1", .value(.tooManyFractionDigits(found: 2, max: 1))),
      ("?value=1e78", .value(.overflow)), ("?value=1e999", .value(.overflow)),
      ("?value=1e1000", .value(.notANumber)), ("?value=%31", .value(.notANumber)),
      ("?value=1 ", .malformed(position: 60)), ("?value=1\u{0}", .malformed(position: 60)),
      ("?value=１", .malformed(position: 59)),
    ]
    for (rest, error) in cases {
      #expect(refusal("ethereum:\(Self.address)\(rest)") == .request(error), "\(rest)")
    }
    #expect(refusal("ethereum:ada.eth@1") == .request(.name))
    #expect(refusal("ethereum:0x12") == .request(.recipient(.wrongDigitCount(found: 2))))
    #expect(
      refusal("ethereum:" + String(repeating: "0", count: 2_040)) == .request(.tooLong(max: 2_048)))
    #expect(refusal("ethereum:\(Self.address)?value=0") == .payment(.amountZero))
    #expect(
      refusal("ethereum:0x\(String(repeating: "0", count: 40))?value=1")
        == .payment(.recipientIsZero))
  }

  @Test func aRequestForAnotherChainIsRefused() {
    #expect(
      refusal("ethereum:\(Self.address)@10?value=1") == .otherChain(found: 10, expected: 1))
  }
}

extension WalletLink {
  static func random(_ generator: inout SeededGenerator) -> WalletLink {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return .receive
    case 1: return .settings
    case 2:
      return .activity(
        Hash32(generator.next(), generator.next(), generator.next(), generator.next()))
    case _:
      let recipient = Address(generator.next(), generator.next(), UInt32(generator.next() >> 32))
      let amount = Wei(generator.next() >> UInt64.random(in: 0..<63, using: &generator) | 1)
      return .send(to: recipient, amount: Bool.random(using: &generator) ? amount : nil)
    }
  }

  fileprivate func requestOrURL(_ generator: inout SeededGenerator) -> String {
    guard case .send(let recipient, let amount) = self, Bool.random(using: &generator) else {
      return url
    }
    return PaymentURI(recipient: recipient, chainID: 1, value: amount).text
  }
}

extension [UInt8] {
  /// Changes, removes, inserts or doubles something.
  fileprivate mutating func mutate(_ generator: inout SeededGenerator) {
    let hostile = Array("%/?&=@#.:-+eE0 \u{0}\u{7F}é".utf8)
    let place = Int.random(in: 0..<Swift.max(1, count), using: &generator)
    let byte = hostile[Int.random(in: 0..<hostile.count, using: &generator)]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where !isEmpty: self[place] = byte
    case 1 where !isEmpty: remove(at: place)
    case 2: insert(byte, at: Swift.min(place, count))
    case _: append(contentsOf: self[Swift.min(place, count)...])
    }
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
