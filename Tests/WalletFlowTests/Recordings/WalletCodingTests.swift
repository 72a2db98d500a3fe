import ActivityClient
import ContactsClient
import EthereumMessages
import EthereumPrimitives
import Foundation
import JSONRPC
import NetworksClient
import NetworksFeature
import SessionClient
import Testing
import VaultClient
import VaultClientLive

/// The form of the wallet's values in a journal, and the refusals when they are read.
@Suite struct WalletCodingTests {
  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// Checks that a value is written as a text and read again, and that other texts are refused.
  private func check<Value: Codable & Equatable>(
    _ value: Value, _ json: String, refused: String...
  ) throws {
    #expect(try encoded(value) == json)
    #expect(try decoded(Value.self, json) == value)
    for other in refused {
      #expect(throws: DecodingError.self, "\(Value.self): \(other)") {
        try decoded(Value.self, other)
      }
    }
  }

  @Test func valuesAreCheckedWhenTheyAreRead() throws {
    let zeros = String(repeating: "0", count: 63)
    try check(
      Address(0, 0, 1), "\"0x\(zeros.prefix(39))1\"", refused: "\"0x\(zeros.prefix(39))\"", "1")
    try check(Hash32(0, 0, 0, 1), "\"0x\(zeros)1\"", refused: "\"0x\(zeros)\"", "\"\(zeros)1\"")
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    try check(Wei.max, "\"\(most)\"", refused: "\"\(most.dropLast())6\"", "\"-1\"", "\"1.5\"")
    try check(Wei.zero, "\"0\"", refused: "\"\"", "0")
    let long = String(repeating: "a", count: 128)
    try check(PaymentKey(long), "\"\(long)\"", refused: "\"\(long)a\"", "\"\"")
    try check(ContactName("Bo"), "\"Bo\"", refused: "\" Bo\"", "\"0x12\"")
    try check(NetworkName("main"), "\"main\"", refused: "\"Main\"", "\"\"")
    try check(
      SessionEndpoint("https://h//"), "\"https://h\"", refused: "\"http://example.com\"", "\"h\"")
    let moment = try #require(DateTime("2021-09-30T16:25:24Z"))
    try check(moment, "\"2021-09-30T16:25:24Z\"", refused: "\"2021-02-30T16:25:24Z\"")
  }

  @Test func answersOfNodesKeepTheirNumbers() throws {
    let text = #"{"a":[null,true,-9223372036854775808,18446744073709551615,0.5,"1",{}]}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    let error = RPCError(code: 3, message: "reverted", data: value)
    #expect(try decoded(RPCError.self, try encoded(error)) == error)
    let empty = RPCError(code: 3, message: "", data: .null)
    #expect(try decoded(RPCError.self, try encoded(empty)) == empty)
  }

  @Test func aPaymentHasATransaction() throws {
    let zeros = "0x" + String(repeating: "0", count: 40)
    let payment = """
      {"intent":{"chainID":{"rawValue":1},"from":"\(zeros)","to":"\(zeros)","value":"1",\
      "isEverything":false},"transactions":[],"state":{"signed":{}},"isFinal":false,\
      "recordedAt":0,"updatedAt":0}
      """
    let error = #expect(throws: DecodingError.self) { try decoded(Payment.self, payment) }
    #expect("\(try #require(error))".contains("A payment has no transaction"))
  }

  @Test func aDecodedHandleNamesNothing() async throws {
    let world = WalletWorld()
    let handle = await world.deposit("correct horse battery")
    #expect(try encoded(handle) == "\(handle.id)")
    let read = try decoded(SecretHandle.self, "\(handle.id)")
    #expect(read != handle)
    #expect(try read == decoded(SecretHandle.self, try encoded(read)))
    await #expect(throws: UnlockRefusal.secretGone) {
      try await VaultClient.live(world.vault).unlock(read)
    }
    let phrase = PhraseHandle(id: 1, wordCount: 12)
    let other = try decoded(PhraseHandle.self, try encoded(phrase))
    #expect(other != phrase)
    #expect(try encoded(other) == encoded(phrase))
  }

  @Test func nodeAddressesAreNotEncoded() throws {
    let network = Network(
      name: try NetworkName("main"), chainID: 1, url: "https://node.example/v3/KEY")
    let draft = Networks.Draft(name: "main", address: network.url, chainID: "1")
    let book = NetworkBook(networks: [network], used: network.name)
    let texts = [
      try encoded(book), try encoded(Networks.Phase.adding(draft)),
      try encoded(Networks.View.draftChanged(draft)),
    ]
    for text in texts { #expect(!text.contains("KEY") && text.contains("main"), "\(text)") }
    #expect(try decoded(NetworkBook.self, texts[0]).networks.map(\.name) == [network.name])
  }
}
