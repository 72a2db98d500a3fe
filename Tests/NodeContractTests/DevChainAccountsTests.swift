import DevChain
import EthereumCrypto
import EthereumKeys
import Testing

struct DevChainAccountsTests {
  @Test func theFundedAccountsAreThoseOfTheMnemonic() throws {
    let seed = try Mnemonic(phrase: DevChainAccounts.mnemonic).seed()
    let root = try HDPrivateKey(seed: seed)
    for (index, address) in DevChainAccounts.addresses.enumerated() {
      let path = try DerivationPath("m/44'/60'/0'/0/\(index)")
      #expect(try root.descendant(path).privateKey().address() == address)
    }
  }
}
