/// A JSON number, kept as the text it was written in.
///
/// Equality is that of the text: `1` and `1.0` are different numbers here.
package struct JSONNumber: Equatable, Sendable {
  /// The literal, in the grammar of RFC 8259 section 6.
  package let text: String

  /// Writes an integer.
  package init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Writes a finite number; JSON has no infinities and no NaN.
  ///
  /// - Precondition: `value` is finite.
  package init(_ value: Double) {
    precondition(value.isFinite, "JSON cannot write \(value): it has only finite numbers.")
    text = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }

  /// Takes a literal that is known to fit the grammar.
  package init(checked text: String) {
    self.text = text
  }

  /// The value where it is a whole number from 0 to 2⁶⁴ − 1 written without fraction and exponent.
  package var uint64: UInt64? { UInt64(text) }

  /// The nearest floating-point value.
  package var double: Double? { Double(text) }
}
