import Foundation

/// JSON with one form for each value: sorted keys, no spaces; decoding accepts no other form.
package enum CanonicalJSON {
  /// Encodes a value of integers, strings, arrays and objects, which always have a JSON form.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("A \(type(of: value)) has no JSON form: \(error)")
    }
  }

  /// Decodes a value; nil unless the bytes are exactly the result of `encode`.
  ///
  /// With a single form, no byte of a file can change unnoticed.
  package static func decode<Value: Codable>(_ type: Value.Type, from bytes: some Collection<UInt8>)
    -> Value?
  {
    guard let value = decodeLeniently(type, from: bytes), bytes.elementsEqual(encode(value)) else {
      return nil
    }
    return value
  }

  /// Decodes a value, ignoring anything else in the bytes; nil if the value is missing.
  package static func decodeLeniently<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>
  ) -> Value? {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      // The error would quote the file; the caller does not distinguish unreadable files.
      return nil
    }
  }
}
