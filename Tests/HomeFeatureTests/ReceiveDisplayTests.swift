import EthereumPrimitives
import HomeFeature
import Testing
import VaultClient

@Suite struct ReceiveDisplayTests {
  /// The mixed-case examples of EIP-55, and the EIP-681 requests for them.
  @Test(arguments: [
    ("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
    ("fb6916095ca1df60bb79ce92ce3ea74c37c5d359", "fB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"),
    ("dbf03b407c01e7cd3cbea99509d93f8dddc8c6fb", "dbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"),
    ("d1220a0cf47c7b9be7a2e6ba89f429762e7b9adb", "D1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"),
  ])
  func anAddressIsWrittenWithItsChecksumAndAsARequest(digits: String, checksummed: String) throws {
    let address = try Address(hex: "0x" + digits)
    let display = try #require(ReceiveDisplay(account(at: address), chainID: 11_155_111))
    #expect(display.address == "0x" + checksummed)
    #expect(display.uri == "ethereum:0x" + checksummed + "@11155111")
  }

  /// Money, invariant 10: an address that others can spend from is never shown for receiving.
  @Test(arguments: [(1, false), (11_155_111, false), (1_337, true), (31_337, true)])
  func anAccountOfAPublishedKeyReceivesOnDevelopmentChainsOnly(
    chainID: UInt64, receives: Bool
  ) throws {
    let account = account(at: .zero, isPublished: true)
    let display = ReceiveDisplay(account, chainID: ChainID(rawValue: chainID))
    #expect((display != nil) == receives)
  }

  private func account(at address: Address, isPublished: Bool = false) -> VaultAccount {
    VaultAccount(
      id: AccountID(rawValue: 0), address: address, name: "Account 1", path: "m/44'/60'/0'/0/0",
      isPublished: isPublished)
  }
}
