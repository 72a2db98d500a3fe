import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Testing

/// web3.py and eth-account against our chain, our signatures and our decoding.
@Suite(.serialized, .enabled(if: PythonEnvironment.isAvailable, PythonEnvironment.skipComment))
struct InteropTests {
  @Test func web3ReadsBalancesAndHasItsTransactionsAccepted() async throws {
    let chain = DevChain()
    let server = DevChainServer(chain: chain, port: 0)
    try await server.run { port in
      let output = await Result(catching: {
        try await PythonEnvironment.run(
          "interop/use_devchain.py", ["http://127.0.0.1:\(port)"])
      })
      await server.stop()
      let text = try output.get()
      #expect(text.hasSuffix(" checks passed\n"), "\(text)")
      print("interop: web3.py on the dev chain, \(text)", terminator: "")
    }
    #expect(await chain.books.isBalanced)
    #expect(await chain.state.head.header.number == 4)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func ethAccountRecoversTheSendersOf500TransactionsThatWeSigned(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var lines = ""
    var expected: [String] = []
    for index in 0..<500 {
      let key = try PrivateKey(SecretBytes(random.bytes(32)))
      let envelope = Self.transaction(kind: index % 3, &random).signed(by: key)
      lines += Hex.encode(envelope.encoded) + "\n"
      expected.append("\(key.address().hex) \(envelope.hash.hex)")
    }
    let output = try await PythonEnvironment.run("interop/recover_senders.py", [], input: lines)
    let actual = output.split(separator: "\n").map(String.init)
    #expect(actual.count == 500)
    #expect(actual == expected, "seed \(seed)")
    print("interop: eth-account recovered 500 senders (seed \(seed))")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func weRecoverTheSendersOf500TransactionsThatEthAccountSigned(seed: UInt64) async throws {
    let output = try await PythonEnvironment.run(
      "interop/sign_transactions.py", [String(seed), "500"])
    let lines = output.split(separator: "\n")
    #expect(lines.count == 500)
    var kinds = [0, 0, 0]
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let raw = try Hex.decode(words[0])
      let envelope = try TransactionEnvelope(decoding: raw)
      #expect(try envelope.recoverSender().hex == words[1], "seed \(seed): \(line)")
      #expect(envelope.hash.hex == words[2])
      #expect(envelope.encoded == raw)
      kinds[Int(envelope.transaction.type)] += 1
    }
    #expect(kinds == [167, 167, 166])
    print("interop: 500 senders of eth-account's transactions recovered (seed \(seed))")
  }

  /// Returns a transaction of a kind with the sizes at which encodings change.
  private static func transaction(
    kind: Int, _ random: inout SeededRandom
  ) -> UnsignedTransaction {
    func number(_ random: inout SeededRandom) -> UInt64 {
      switch random.next() % 6 {
      case 0: 0
      case 1: 127
      case 2: 128
      case 3: random.next() % 65_536
      case _: random.next() >> 20
      }
    }
    let chainID = ChainID([1, 31_337, 11_155_111, 1 << 53 + 1][Int(random.next() % 4)])
    let to: Address? = random.next() % 5 == 0 ? nil : Address(bytes: random.bytes(20))
    let value = Wei(UInt256(0, random.next() >> 40, random.next(), random.next()))
    let data = random.bytes([0, 1, 55, 56, 57, 255, 256, 1_000][Int(random.next() % 8)])
    let nonce = number(&random)
    let gasLimit = GasUnits(number(&random))
    let (tip, rest) = (number(&random), number(&random))
    let accessList = (0..<random.next() % 3).map { _ in
      AccessListEntry(
        address: Address(bytes: random.bytes(20)) ?? .zero,
        storageKeys: (0..<random.next() % 3).map { _ in
          Hash32(random.next(), random.next(), random.next(), random.next())
        })
    }
    switch kind {
    case 0:
      return .legacy(
        LegacyTransaction(
          chainID: chainID, nonce: nonce, gasPrice: Wei(rest), gasLimit: gasLimit, to: to,
          value: value, data: data))
    case 1:
      return .accessList(
        AccessListTransaction(
          chainID: chainID, nonce: nonce, gasPrice: Wei(rest), gasLimit: gasLimit, to: to,
          value: value, data: data, accessList: accessList))
    case _:
      return .dynamicFee(
        DynamicFeeTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: Wei(tip),
          maxFeePerGas: Wei(tip + rest), gasLimit: gasLimit, to: to, value: value, data: data,
          accessList: accessList))
    }
  }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
