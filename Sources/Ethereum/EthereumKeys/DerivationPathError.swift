/// The reason why a text was refused as a derivation path.
package enum DerivationPathError: Error, Equatable, Sendable {
  /// The text does not begin with `m`.
  case missingRoot
  /// A step is not digits followed by at most one mark for hardened steps; positions count from 1.
  case notAStep(position: Int)
  /// The number of the step at a position is 2³¹ or more.
  case stepTooLarge(position: Int)
  /// There are more than 255 steps.
  case tooDeep(stepCount: Int)
}

extension DerivationPathError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingRoot:
      "expected a path that begins with m, such as m/44'/60'/0'/0/0"
    case .notAStep(let position):
      "expected digits and at most one ' at step \(position)"
    case .stepTooLarge(let position):
      "expected a number below 2147483648 at step \(position)"
    case .tooDeep(let stepCount):
      "expected at most 255 steps, found \(stepCount)"
    }
  }
}
