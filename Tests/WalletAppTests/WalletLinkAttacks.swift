import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing
import VaultClient

@testable import WalletApp

/// Tries to make a link mean another amount or recipient than a person reads in it.
@Suite("Attacks on the links of the wallet") struct WalletLinkAttacks {
  private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

  private func refusal(_ url: String) -> WalletLinkError? {
    do throws(WalletLinkError) {
      let link = try WalletLink(url, chainID: 1)
      Issue.record("\(url) leads to \(link), \(link.url).")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "+1", "-1", "1e-1", "1e18", "1E0", "0x1", "1_000", "1,5", "1.", ".5", "1..5", "1.5.",
    "%EF%BC%91",
    "%D9%A1", "%201", "1%20", "%C2%A01", "1%E2%80%8B", "1%09", "0.1000000000000000001",
    "0.1000000000000000000", "0.0000000000000000001", "inf", "nan", "MAX", "1 ether", "%2B1", "½",
    "115792089237316195423570985008687907853269984665640564039458",
    "99999999999999999999999999999999999999999999999999999999999999999999999999999999999",
    "0.0", "0.000000000000000000", "%30", "01", "001", "00.5",
  ])
  func anInvalidAmountIsRejected(amount: String) {
    _ = refusal("wallet:send?to=\(Self.address)&amount=\(amount)")
  }

  @Test(arguments: [("1.0", "1"), ("1.00", "1"), ("0.5", "0.5")])
  func anAmountWithZerosMeansWhatItSays(amount: String, ether: String) throws {
    let link = try WalletLink("wallet:send?to=\(Self.address)&amount=\(amount)", chainID: 1)
    guard case .send(_, let wei?) = link else {
      Issue.record("\(link)")
      return
    }
    #expect(wei.etherText == ether)
  }

  @Test(arguments: [
    "1e-18", "1e+18", "1e18e1", "1e1.5", "1.e18", ".1e19", "1e 1", "1e٣", "0e999", "0.0e1", "00",
    "00e0", "1.1e0", "1.000000000000000001e17", "1e78",
    "115792089237316195423570985008687907853269984665640564039457584007913129639936",
    "1e0078", "1e0018",
  ])
  func anInvalidValueIsRejected(value: String) {
    _ = refusal("ethereum:\(Self.address)?value=\(value)")
  }

  @Test(arguments: [
    ("000000000000000000001", "0.000000000000000001"), ("1e018", "1"), ("0.1e019", "1"),
    ("1000000000000000000.000", "1"), ("0.000000000000000001e18", "0.000000000000000001"),
    (
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    ),
    (
      "1.15792089237316195423570985008687907853269984665640564039457584007913129639935e77",
      "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    ),
  ])
  func aValueMeansExactlyWhatItSays(value: String, ether: String) throws {
    let link = try WalletLink("ethereum:\(Self.address)?value=\(value)", chainID: 1)
    guard case .send(_, let wei?) = link else {
      Issue.record("\(link)")
      return
    }
    #expect(wei.etherText == ether)
  }

  @Test func zerosWithoutEndAreStillOneValue() throws {
    let zeros = String(repeating: "0", count: 1_900)
    let link = try WalletLink("ethereum:\(Self.address)?value=\(zeros)1", chainID: 1)
    #expect(try link == .send(to: Address(checksummed: Self.address), amount: Wei(decimal: "1")))
    let fraction = try WalletLink("ethereum:\(Self.address)?value=1.\(zeros)", chainID: 1)
    #expect(fraction == link)
  }

  @Test(arguments: [
    "ethereum:\(address)@1@1", "ethereum:\(address)@0x1", "ethereum:\(address)@١",
    "ethereum:\(address)@+1", "ethereum:\(address)@18446744073709551617", "ethereum:\(address)@1/",
    "ethereum:pay-pay-\(address)", "ethereum:PAY-\(address)", "ethereum://\(address)",
    "ethereum: \(address)", "ethereum:0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "ethereum:%30x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ethereum:\(address)&value=1",
    "ethereum:\(address)?value=1?value=2", "ethereum:\(address)?value=1#value=2",
    "ethereum:\(address)?value=1&", "ethereum:\(address)?&value=1", "ethereum:\(address)?value==1",
    "ethereum:\(address)?value=1;value=2", "ethereum:\(address)/pay?value=1",
    "ethereum\u{1A}\(address)", "еthereum:\(address)", "ethereum:", "ethereum:@1",
    "ethereum:?value=1",
    "wallet:send?to=\(address)#1", "wallet:send?to=\(address)&TO=\(address)",
    "wallet:send?to=\(address)&amount=1&amount=1", "wallet:send/?to=\(address)",
    "wallet:/send?to=\(address)", "wallet:./send?to=\(address)", "wallet:send%2F?to=\(address)",
    "wallet:send%3Fto=\(address)", "wallet:SEND?to=\(address)", "wallet:send?to=\(address)%00",
    "wallet:send?to=%20\(address)", "wallet:send?to=ethereum:\(address)", "wallet:send?to=",
    "wallet:send?to=\(address)&amount=1&max=1", "wallet:settings?to=1", "wallet:receive/x",
    "wallet:activity", "wallet:activity/", "wallet:", "wallet", "wallet:activity/0x",
    "wallet:activity/0X0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
    "wallet:activity/0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
  ])
  func aLinkThatSaysTwoThingsOrNoneIsRefused(url: String) {
    _ = refusal(url)
  }

  @Test func aLinkOfTenThousandSegmentsIsRefused() {
    let url = "wallet:" + Array(repeating: "send", count: 10_000).joined(separator: "/")
    #expect(refusal(url) == .unreadable(.tooLong(byteCount: 50_006, max: 2_048)))
    #expect(refusal("ethereum:" + url) == .request(.tooLong(max: 2_048)))
  }

  /// The system may deliver a link twice.
  @Test func aLinkThatIsDeliveredTwiceToALockedWalletIsFollowedOnce() async {
    let store = makeLockedStore()
    let link = DeepLink("wallet:settings")
    await store.send(.links(.open(link.url))) { $0.links.waiting = link }
    await store.send(.links(.open(link.url)))
    await store.receive(\.links.dropped) { $0.linkFailure = .replaced }
    await store.unlock {
      $0.routes = WalletSample.home
      $0.links.waiting = nil
    }
    await store.receive(\.inner.linked) { $0.routes.append(WalletSample.profile[1]) }
    await store.receive(\.links.opened, link) { $0.linkFailure = nil }
    await store.finish()
  }

  private func makeLockedStore() -> TestStoreOf<WalletApp> {
    TestStoreOf<WalletApp>(WalletSample.unlock) {
      $0.continuousClock = TestClock()
      $0.vault.lock = {}
      $0.vault.unlock = { _ throws(UnlockRefusal) in WalletSample.accounts }
    }
  }
}
