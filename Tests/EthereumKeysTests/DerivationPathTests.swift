import EthereumKeys
import Testing

struct DerivationPathTests {
  @Test(arguments: [
    ("m", "m"), ("m/0", "m/0"), ("m/44'/60'/0'/0/7", "m/44'/60'/0'/0/7"),
    ("m/44h/60H/0'", "m/44'/60'/0'"), ("m/2147483647'/2147483647", "m/2147483647'/2147483647"),
  ])
  func pathsAreReadAndWritten(text: String, written: String) throws {
    #expect(try DerivationPath(text).description == written)
  }

  @Test func theAccountsOfEthereumHaveTheirPath() throws {
    #expect(DerivationPath.ethereum(account: 0)?.description == "m/44'/60'/0'/0/0")
    #expect(
      DerivationPath.ethereum(account: 0x7fff_ffff)?.description == "m/44'/60'/0'/0/2147483647")
    #expect(DerivationPath.ethereum(account: 0x8000_0000) == nil)
    #expect(DerivationPath.ethereum(account: 3) == (try DerivationPath("m/44'/60'/0'/0/3")))
  }

  @Test(
    arguments: [
      ("", .missingRoot, "expected a path that begins with m, such as m/44'/60'/0'/0/0"),
      ("44'/60'", .missingRoot, "expected a path that begins with m, such as m/44'/60'/0'/0/0"),
      ("M/0", .missingRoot, "expected a path that begins with m, such as m/44'/60'/0'/0/0"),
      ("m/", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m//0", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/0/", .notAStep(position: 2), "expected digits and at most one ' at step 2"),
      ("m/0''", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/'", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/-1", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/+1", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/0/1x", .notAStep(position: 2), "expected digits and at most one ' at step 2"),
      ("m/ 1", .notAStep(position: 1), "expected digits and at most one ' at step 1"),
      ("m/2147483648", .stepTooLarge(position: 1), "expected a number below 2147483648 at step 1"),
      (
        "m/99999999999999999999'", .stepTooLarge(position: 1),
        "expected a number below 2147483648 at step 1"
      ),
    ] as [(String, DerivationPathError, String)])
  func invalidPathsAreRejected(text: String, error: DerivationPathError, description: String) {
    #expect(throws: error) { try DerivationPath(text) }
    #expect(error.description == description)
  }

  @Test func aPathOf255StepsIsAcceptedAndOneOf256Refused() throws {
    let text = "m" + String(repeating: "/0", count: 255)
    #expect(try DerivationPath(text).steps.count == 255)
    #expect(throws: DerivationPathError.tooDeep(stepCount: 256)) { try DerivationPath(text + "/0") }
    #expect(
      DerivationPathError.tooDeep(stepCount: 256).description
        == "expected at most 255 steps, found 256")
  }
}
