import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Testing

/// Pasted addresses, and names, with the executable itself.
@Suite struct TypedAddressCommandTests {
  private static let bob = DevChainAccounts.addresses[1].checksummed

  private func run(
    _ arguments: [String], _ home: TemporaryHome
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(arguments, home: home)
  }

  private func send(
    _ recipient: String, _ home: TemporaryHome, _ url: String, _ more: [String] = []
  ) async throws -> WalletProcess.Outcome {
    try await run(
      ["send", "--to", recipient, "--rpc-url", url, "--yes", "--again"] + more
        + WalletFixture.passcodeOption(home), home)
  }

  @Test func aBalanceIsAskedByNameAndByWhatIsPasted() async throws {
    let home = try await WalletFixture.home()
    #expect(
      try await run(["contacts", "add", "Bob", " \(Self.bob.lowercased())"], home).status == 0)
    try await DevChainServer.serving(DevChain()) { url in
      for text in ["Bob", Self.bob.lowercased(), " \(Self.bob) ", "ethereum:\(Self.bob)@31337"] {
        let balance = try await run(["balance", text, "--rpc-url", url], home)
        #expect(balance.stdout == "\(Self.bob) owns 10000 ETH at block 0\n", "\(text): \(balance)")
        #expect(balance.stderr.contains(Self.bob), "\(text) is understood as an address")
      }
      let plain = try await run(["balance", Self.bob, "--rpc-url", url], home)
      #expect(plain.stderr == "")
      let unclear = try await run(["balance", "b0b", "--rpc-url", url], home)
      #expect(unclear.status == 1)
      #expect(unclear.stderr.contains("the name could mean Bob (\(Self.bob))"))
      let other = try await run(["balance", "ethereum:\(Self.bob)@1", "--rpc-url", url], home)
      #expect(other.status == 1)
      #expect(
        other.stderr == "wallet: the payment request is for chain 1; expected chain 31337\n")
    }
  }

  @Test func aPaymentIsMadeToANameAndItsAddressIsShown() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    #expect(try await run(["contacts", "add", "Bob", Self.bob], home).status == 0)
    try await DevChainServer.serving(chain) { url in
      let before = await chain.state.ledger[DevChainAccounts.addresses[1]].balance
      let paid = try await send("Bob", home, url, ["--amount", "0.25"])
      #expect(paid.status == 0, "\(paid)")
      #expect(paid.stderr.hasPrefix("Bob is \(Self.bob).\n"))
      let after = await chain.state.ledger[DevChainAccounts.addresses[1]].balance
      #expect(after - before == BigUInt(250_000_000_000_000_000))
      let stranger = try await send("Robert", home, url, ["--amount", "0.25"])
      #expect(stranger.status == 1 && stranger.stdout == "")
    }
  }

  /// Every part of a request is honoured after a question, or refused, but never ignored.
  @Test func theAmountOfARequestIsNeverLeftOut() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let request = "ethereum:\(Self.bob)@31337?value=25e16"
      let paid = try await send(request, home, url, ["--amount", "0.25"])
      #expect(paid.status == 0, "\(paid)")
      let other = try await send(request, home, url, ["--amount", "0.5"])
      #expect(other.status == 1)
      #expect(other.stderr.contains("the payment request asks for 0.25 ETH"))
      // Nobody typed the amount, so --yes is not enough.
      let unasked = try await send(request, home, url)
      #expect(unasked.status == 1)
      #expect(unasked.stderr.hasSuffix("wallet: nothing was sent: expected a yes\n"))
      let missing = try await send(Self.bob, home, url)
      #expect(missing.status == 64)
      #expect(missing.stderr.contains("Missing expected argument '--amount <amount>'"))
    }
  }

  @Test func aContactOfARequestKeepsTheAddressAndSaysSo() async throws {
    let home = try await WalletFixture.home()
    let added = try await run(
      ["contacts", "add", "Bob", "ethereum:\(Self.bob)@1?value=1"], home)
    #expect(added.stdout == "Bob  \(Self.bob)\n")
    #expect(added.stderr == "Only the address is kept: \(Self.bob).\n")
    #expect(try await run(["contacts", "remove", Self.bob.lowercased()], home).status == 0)
  }

  @Test func aNameThatLooksLikeAnotherIsRefused() async throws {
    let home = try await WalletFixture.home()
    let others = DevChainAccounts.addresses.dropFirst(2).map(\.checksummed)
    #expect(try await run(["contacts", "add", "mike", Self.bob], home).status == 0)
    for (name, address) in zip(["rnike", "mіke", "Account 1", "Αccount 1"], others) {
      let refused = try await run(["contacts", "add", name, address], home)
      #expect(refused.status == 1 && refused.stdout == "", "\(name): \(refused)")
    }
  }
}
