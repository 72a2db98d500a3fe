import ActivityClient
import DurableFilesTesting
import EthereumPrimitives
import Testing

/// Lines as the first version writes them, which every later one must understand.
@Suite struct ActivityFormatTests {
  @Test func linesAreThoseOfTheFirstVersion() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    let intent = PaymentIntent.sample()
    _ = try await client.record(intent)
    let events: [PaymentEvent] = [
      .failed(.rejected(code: -32_000, message: "nonce too \"high\"")), .broadcast,
      .confirmed(.sample()), .reorganised, .failed(.reverted(.sample())), .reorganised,
      .failed(.replaced(by: .zero)), .reorganised, .failed(.replaced(by: nil)),
    ]
    for event in events {
      bench.advance(milliseconds: 1)
      _ = try await client.update(intent.id, event)
    }
    let contents = try #require(bench.disk.contents(ActivityBench.path))
    #expect(String(decoding: contents, as: UTF8.self) == Self.journal)
  }

  private static let journal = #"""
    {"at":1800000000000,"check":"0x749c174bda736e2a","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"signed","signed":{"chainID":1337,"from":"0x\#
    1a642f0e3c3af545e7acbd38b07251b3990914f1","gasLimit":21000,"maxFeePerGas":"0x6fc23ac00",\#
    "maxPriorityFeePerGas":"0x3b9aca00","nonce":0,"raw":"0x02f87182053980843b9aca008506fc23a\#
    c00825208945050a4f4b3f9338c3472dcc01a87c76a144b3c9c8459682f0080c080a04274a6bf2c54ae37c1f\#
    ed2c3cebad0cf4d5356647d844bcbeb45c37e1f12e0f4a0764ad9b972e0663273d358e31abf6ea264d4c11af\#
    3a27a77abb6bc08975f2e2f","to":"0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c","value":"0x59\#
    682f00"},"version":1}
    {"at":1800000000001,"check":"0x60c4a8a26f355515","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"rejected","rejection":{"code":-32000,"messa\#
    ge":"nonce too \"high\""},"version":1}
    {"at":1800000000002,"check":"0x72d8ded1e0bd04e7","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"broadcast","version":1}
    {"at":1800000000003,"block":{"gasPrice":"0x1dcd65007","gasUsed":21000,"hash":"0xee2a4bc7\#
    db81da2b7164e56b3649b1e2a09c58c455b15dabddd9146c7582cebc","number":7},"check":"0xeefcab3\#
    cb7316875","hash":"0x8dd8bba1aa2c2900423fe5b734774b1acfa5719b5a9ee661e1761ebc50982324","\#
    kind":"confirmed","version":1}
    {"at":1800000000004,"check":"0xc158ba927b9ef0fc","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000005,"block":{"gasPrice":"0x1dcd65007","gasUsed":21000,"hash":"0xee2a4bc7\#
    db81da2b7164e56b3649b1e2a09c58c455b15dabddd9146c7582cebc","number":7},"check":"0x37bc1cd\#
    dd4a5d9a2","hash":"0x8dd8bba1aa2c2900423fe5b734774b1acfa5719b5a9ee661e1761ebc50982324","\#
    kind":"reverted","version":1}
    {"at":1800000000006,"check":"0x9e41c2d1f202001d","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000007,"check":"0x68feaf49196515b0","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"replaced","replacedBy":"0x00000000000000000\#
    00000000000000000000000000000000000000000000000","version":1}
    {"at":1800000000008,"check":"0x394f01fe0c9e1d83","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"reorganised","version":1}
    {"at":1800000000009,"check":"0x4a3ccc0ea732808e","hash":"0x8dd8bba1aa2c2900423fe5b734774\#
    b1acfa5719b5a9ee661e1761ebc50982324","kind":"replaced","version":1}

    """#
}
