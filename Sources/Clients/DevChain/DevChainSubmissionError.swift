/// The reason `eth_sendRawTransaction` refused some bytes.
package enum DevChainSubmissionError: Error, Equatable, Sendable {
  /// The bytes are not a transaction; the text gives the reason on one line.
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
