package import EthereumPrimitives
package import JSONRPC
package import NodeClient

/// A value of an answer and its path; reads what the standard requires, and refuses everything
/// else.
///
/// - SeeAlso: execution-apis, `src/schemas/base-types.yaml`.
package struct AnswerReader: Sendable {
  /// The method that was called, for error texts.
  package let method: String
  /// The value's path, such as `result.blockNumber`.
  package let path: String
  package let value: JSONValue?

  package init(method: String, path: String, value: JSONValue?) {
    self.method = method
    self.path = path
    self.value = value
  }

  /// Returns an error about the value at this path.
  package func malformed(_ expected: String) -> NodeError {
    .malformedAnswer(
      method: method,
      MalformedAnswer(path: path, expected: expected, actual: value?.text ?? ""))
  }
}

// MARK: - Descending

extension AnswerReader {
  /// True if the value is `null`, or the member does not exist.
  package var isNull: Bool { value == nil || value == .null }

  /// Returns a member of an object.
  package func member(_ name: String) throws(NodeError) -> AnswerReader {
    guard let object = value?.object else { throw malformed("an object") }
    return AnswerReader(method: method, path: "\(path).\(name)", value: object[name])
  }

  /// Returns the elements of an array.
  package func elements() throws(NodeError) -> [AnswerReader] {
    guard let array = value?.array else { throw malformed("an array") }
    return array.enumerated().map { index, element in
      AnswerReader(method: method, path: "\(path)[\(index)]", value: element)
    }
  }

  /// Reads a value that may be absent.
  package func optional<Value>(
    _ read: (AnswerReader) throws(NodeError) -> Value
  ) throws(NodeError) -> Value? {
    isNull ? nil : try read(self)
  }
}

// MARK: - Reading

extension AnswerReader {
  package func string() throws(NodeError) -> String {
    guard let text = value?.string else { throw malformed("a string") }
    return text
  }

  /// Reads a hex quantity of at most 64 bits, such as `0x1a`.
  package func quantity() throws(NodeError) -> UInt64 {
    let text = try canonicalQuantity()
    do {
      return try Hex.decodeUInt64(text)
    } catch {
      throw malformed("a hex quantity of at most 64 bits such as 0x1a (\(error))")
    }
  }

  /// Reads a hex quantity of at most 256 bits, as an amount of money.
  package func wei() throws(NodeError) -> Wei {
    let text = try canonicalQuantity()
    do {
      return Wei(try Hex.decodeUInt256(text))
    } catch {
      throw malformed("a hex quantity of at most 256 bits such as 0x1a (\(error))")
    }
  }

  package func gas() throws(NodeError) -> GasUnits { GasUnits(try quantity()) }

  /// Reads twenty bytes; the case of the digits has no meaning here.
  package func address() throws(NodeError) -> Address {
    guard let text = value?.string else { throw malformed("an address") }
    do {
      return try Address(hex: text)
    } catch {
      throw malformed("an address (\(error))")
    }
  }

  package func hash() throws(NodeError) -> Hash32 {
    guard let text = value?.string else { throw malformed("32 bytes of hex data") }
    do {
      return try Hash32(hex: text)
    } catch {
      throw malformed("32 bytes of hex data (\(error))")
    }
  }

  package func bytes() throws(NodeError) -> [UInt8] {
    guard let text = value?.string else { throw malformed("hex data such as 0x1a2b") }
    do {
      return try Hex.decode(text)
    } catch {
      throw malformed("hex data such as 0x1a2b (\(error))")
    }
  }

  /// Reads a number from 0 to 1.
  package func ratio() throws(NodeError) -> Double {
    guard let ratio = value?.number?.double, (0...1).contains(ratio) else {
      throw malformed("a number from 0 to 1")
    }
    return ratio
  }

  /// Reads the text of a quantity; the standard's are lower case, so that one number has one text.
  private func canonicalQuantity() throws(NodeError) -> String {
    guard let text = value?.string, text == text.lowercased() else {
      throw malformed("a hex quantity such as 0x1a, in lower case")
    }
    return text
  }
}
