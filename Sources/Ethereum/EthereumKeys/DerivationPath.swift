/// The path from a seed's master key to a key below it.
///
/// - SeeAlso: BIP-32, "The key tree"; BIP-44.
package struct DerivationPath: Hashable, Sendable {
  /// A step, which is the number of a child, hardened or not.
  package struct Step: Hashable, Sendable {
    /// The first number that is not allowed, 2³¹, which is also the bit that marks hardened steps.
    package static let hardenedBit: UInt32 = 0x8000_0000

    /// The number as it enters the derivation, with the bit for hardened steps.
    package let rawValue: UInt32

    /// True if the step needs the private key.
    package var isHardened: Bool { rawValue >= Self.hardenedBit }
    /// The number without the bit for hardened steps.
    package var number: UInt32 { rawValue & ~Self.hardenedBit }

    /// Creates a step from its number, including the bit for hardened steps.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Creates a step that needs the private key; nil from 2³¹ on.
    package init?(hardened number: UInt32) {
      guard number < Self.hardenedBit else { return nil }
      rawValue = number | Self.hardenedBit
    }

    /// Creates a step that public keys can take; nil from 2³¹ on.
    package init?(normal number: UInt32) {
      guard number < Self.hardenedBit else { return nil }
      rawValue = number
    }
  }

  /// The maximum number of steps: the depth is stored in a byte.
  package static let stepCountMax = 255

  /// The steps, from the master key down.
  package let steps: [Step]

  /// Creates a path from its steps.
  ///
  /// - Throws: `DerivationPathError.tooDeep`.
  package init(_ steps: [Step]) throws(DerivationPathError) {
    guard steps.count <= Self.stepCountMax else { throw .tooDeep(stepCount: steps.count) }
    self.steps = steps
  }

  /// Returns the path of a wallet's account: m/44'/60'/0'/0/i; nil from 2³¹ on.
  ///
  /// - SeeAlso: BIP-44; SLIP-44 for 60, the number of Ether.
  package static func ethereum(account index: UInt32) -> DerivationPath? {
    guard let last = Step(normal: index) else { return nil }
    let fixed = [44, 60, 0].map { Step(rawValue: $0 | Step.hardenedBit) }
    return DerivationPath(unchecked: fixed + [Step(rawValue: 0), last])
  }

  /// Reads a path such as `m/44'/60'/0'/0/0`; `h` and `H` also mark hardened steps.
  ///
  /// - Throws: `DerivationPathError`.
  package init(_ text: some StringProtocol) throws(DerivationPathError) {
    var parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
    guard let root = parts.popFirst(), root.elementsEqual("m".utf8) else { throw .missingRoot }
    var steps: [Step] = []
    for (index, part) in parts.enumerated() {
      steps.append(try Self.step(Array(part), position: index + 1))
    }
    try self.init(steps)
  }

  private init(unchecked steps: [Step]) {
    self.steps = steps
  }

  private static func step(
    _ text: [UInt8], position: Int
  ) throws(DerivationPathError) -> Step {
    let marks = Array("'hH".utf8)
    let isHardened = text.last.map { marks.contains($0) } ?? false
    let digits = isHardened ? text.dropLast() : text[...]
    guard !digits.isEmpty else { throw .notAStep(position: position) }
    var number: UInt32 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { throw .notAStep(position: position) }
      // The value stays below 2³¹, so ten times the value fits into 64 bits.
      let next = 10 * UInt64(number) + UInt64(digit - 0x30)
      guard next < UInt64(Step.hardenedBit) else { throw .stepTooLarge(position: position) }
      number = UInt32(next)
    }
    return Step(rawValue: isHardened ? number | Step.hardenedBit : number)
  }
}

extension DerivationPath: CustomStringConvertible {
  package var description: String {
    steps.reduce("m") { $0 + "/\($1.number)" + ($1.isHardened ? "'" : "") }
  }
}
