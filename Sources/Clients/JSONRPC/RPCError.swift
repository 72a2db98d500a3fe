/// The error object of a JSON-RPC answer.
///
/// - SeeAlso: JSON-RPC 2.0, section 5.1; the codes from −32099 to −32000 are the node's own.
package struct RPCError: Error, Codable, Equatable, Sendable {
  /// The kind of error: −32700 parse, −32600 request, −32601 method, −32602 arguments, −32000 the
  /// node's own, 3 a revert.
  package let code: Int
  /// The node's message, cut at `messageScalarCountMax` Unicode scalars.
  package let message: String
  /// The node's additional data, such as that of a revert; nil also for `null`.
  package let data: JSONValue?

  /// The maximum number of scalars kept of a node's text: a sentence or two.
  package static let messageScalarCountMax = 300

  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message.shortened(toScalars: Self.messageScalarCountMax)
    self.data = data == .null ? nil : data
  }

  /// The error object as JSON.
  package var json: JSONValue {
    var object: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(message)]
    object["data"] = data
    return .object(object)
  }
}
