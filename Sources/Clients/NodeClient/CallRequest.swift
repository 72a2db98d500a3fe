package import EthereumPrimitives

/// A transaction without a nonce and a signature, as `eth_estimateGas` takes it.
package struct CallRequest: Equatable, Sendable {
  package var from: Address
  /// The recipient; nil creates a contract.
  package var to: Address?
  package var value: Wei
  package var data: [UInt8]

  package init(from: Address, to: Address?, value: Wei, data: [UInt8] = []) {
    self.from = from
    self.to = to
    self.value = value
    self.data = data
  }
}
