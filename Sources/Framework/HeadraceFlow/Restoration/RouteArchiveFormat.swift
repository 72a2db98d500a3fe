/// The encoding of the states of screens, chosen by the host.
///
/// The framework has no encoder. With Foundation's encoder:
///
/// ```swift
/// let json = RouteArchiveFormat(
///   encode: { try Array(JSONEncoder().encode($0)) },
///   decode: { try JSONDecoder().decode($0, from: Data($1)) })
/// ```
public struct RouteArchiveFormat: Sendable {
  let encode: @Sendable (any Encodable) throws -> [UInt8]
  let decode: @Sendable (any Decodable.Type, [UInt8]) throws -> any Decodable

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - encode: Encodes a value.
  ///   - decode: Decodes a value of a type from the bytes of `encode`.
  public init(
    encode: @escaping @Sendable (_ value: any Encodable) throws -> [UInt8],
    decode:
      @escaping @Sendable (_ type: any Decodable.Type, _ bytes: [UInt8]) throws -> any Decodable
  ) {
    self.encode = encode
    self.decode = decode
  }

  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value? {
    try decode(type as any Decodable.Type, bytes) as? Value
  }
}
