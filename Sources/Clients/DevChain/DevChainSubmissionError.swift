/// Why `eth_sendRawTransaction` did not take some bytes.
package enum DevChainSubmissionError: Error, Equatable, Sendable {
  /// The bytes are no transaction; one line says why.
  case undecodable(String)
  /// They are a transaction that the chain's rules don't allow now.
  case refused(DevChainRefusal)
}

extension DevChainSubmissionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .undecodable(let reason): reason
    case .refused(let refusal): refusal.description
    }
  }
}
