/// A JSON number: a whole one of at most 64 bits, or the nearest floating-point value.
///
/// JSON has one kind of number and does not limit its range. A whole number from −2⁶³ to 2⁶⁴ − 1
/// keeps every digit, and everything else is a `Double`. The form of a number does not matter:
/// `1000`, `1000.0` and `1e3` are equal.
package enum JSONNumber: Hashable, Sendable {
  /// A whole number from −2⁶³ to 2⁶³ − 1.
  case whole(Int64)
  /// A whole number from 2⁶³ to 2⁶⁴ − 1.
  case large(UInt64)
  /// A finite number that is not whole or is outside these ranges.
  case fraction(Double)

  /// Creates a number from an integer of at most 64 bits.
  package init(_ value: some FixedWidthInteger) {
    self = Int64(exactly: value).map(JSONNumber.whole) ?? .large(UInt64(value))
  }

  /// Creates a number from a finite value; JSON has no infinities and no NaN.
  ///
  /// - Precondition: `value` is finite.
  package init(_ value: Double) {
    precondition(value.isFinite, "JSON cannot write \(value): it has only finite numbers.")
    if let value = Int64(exactly: value) {
      self = .whole(value)
    } else if let value = UInt64(exactly: value) {
      self = .large(value)
    } else {
      self = .fraction(value)
    }
  }

  /// The value if it is a whole number from 0 to 2⁶⁴ − 1.
  package var uint64: UInt64? {
    switch self {
    case .whole(let value): UInt64(exactly: value)
    case .large(let value): value
    case .fraction: nil
    }
  }

  /// The value if it is a whole number that fits.
  package var int: Int? {
    if case .whole(let value) = self { Int(exactly: value) } else { nil }
  }

  /// The nearest floating-point value.
  package var double: Double {
    switch self {
    case .whole(let value): Double(value)
    case .large(let value): Double(value)
    case .fraction(let value): value
    }
  }
}
