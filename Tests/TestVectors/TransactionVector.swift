/// Bytes of `TransactionTests` with the verdict of the newest fork in their file.
package struct TransactionVector: Sendable {
  /// The verdict of a fork.
  package struct Verdict: Decodable, Sendable {
    /// The hash of an accepted transaction.
    package let hash: String?
    /// The sender of an accepted transaction.
    package let sender: String?
    /// The gas used before execution.
    package let intrinsicGas: String?
    /// The reason of a refusal, such as `TransactionException.NONCE_TOO_BIG`.
    package let exception: String?
  }

  /// The path of the file.
  package let path: String
  /// The bytes as text; a few are not hexadecimal digits of whole bytes.
  package let encodedText: String
  /// The name of the newest fork.
  package let fork: String
  /// The verdict of that fork.
  package let verdict: Verdict

  /// Returns all vectors, sorted by path.
  package static func all() throws -> [TransactionVector] {
    try TestVectors.jsonFiles(in: "ethereum-tests/TransactionTests").flatMap { path in
      try TestVectors.json(path, as: [String: Case].self).map { _, test in
        guard let fork = forks.last(where: { test.result[$0] != nil }),
          let verdict = test.result[fork]
        else { preconditionFailure("\(path) has no fork that is known") }
        return TransactionVector(
          path: path, encodedText: test.txbytes, fork: fork, verdict: verdict)
      }
    }
  }

  private struct Case: Decodable {
    let txbytes: String
    let result: [String: Verdict]
  }

  private static let forks = [
    "Frontier", "Homestead", "EIP150", "EIP158", "Byzantium", "Constantinople",
    "ConstantinopleFix", "Istanbul", "Berlin", "London", "Paris", "Shanghai", "Cancun", "Prague",
    "Osaka",
  ]
}
