package import JSONRPC
package import NodeClient

/// The JSON-RPC envelope: writes requests, and matches answers to them.
///
/// - SeeAlso: JSON-RPC 2.0, sections 4 and 5.
package enum RPCCodec {
  /// Encodes a request.
  package static func request(id: UInt64, method: String, params: [JSONValue]) -> [UInt8] {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
      "params": .array(params),
    ]
    return request.encoded
  }

  /// Reads an answer down to its result.
  ///
  /// - Throws: `.refused` if the node answered with an error, `.wrongID` if the answer belongs to
  ///   another request, and `.malformedAnswer` for anything that is not an answer.
  package static func result(
    of body: [UInt8], id: UInt64, method: String
  ) throws(NodeError) -> JSONValue {
    let answer: JSONValue
    do {
      answer = try JSONValue(parsing: body)
    } catch {
      let text = String(decoding: body.prefix(4 * MalformedAnswer.excerptCountMax), as: UTF8.self)
      throw .malformedAnswer(
        method: method, MalformedAnswer(path: "", expected: "\(error)", actual: text))
    }
    func malformed(_ path: String, _ expected: String, _ actual: JSONValue?) -> NodeError {
      .malformedAnswer(
        method: method,
        MalformedAnswer(path: path, expected: expected, actual: actual?.text ?? ""))
    }
    guard let object = answer.object else { throw malformed("", "an object", answer) }
    guard object["jsonrpc"] == "2.0" else {
      throw malformed("jsonrpc", "\"2.0\"", object["jsonrpc"])
    }
    let error = try rpcError(in: object, malformed: malformed)
    // A node that could not read the request can't know its id and returns null (JSON-RPC 2.0,
    // section 5).
    if let error, object["id"] == .null { throw .refused(method: method, error) }
    guard object["id"]?.number?.uint64 == id else {
      let actual = object["id"]?.text.shortened(toScalars: MalformedAnswer.excerptCountMax)
      throw .wrongID(method: method, expected: id, actual: actual ?? "nothing")
    }
    switch (object["result"], error) {
    case (let result?, nil): return result
    case (nil, let error?): throw .refused(method: method, error)
    case (.some, .some): throw malformed("", "either a result or an error, not both", answer)
    case (nil, nil): throw malformed("", "a result or an error", answer)
    }
  }

  private static func rpcError(
    in object: JSONObject, malformed: (String, String, JSONValue?) -> NodeError
  ) throws(NodeError) -> RPCError? {
    guard let error = object["error"] else { return nil }
    guard let code = error["code"]?.number?.int else {
      throw malformed("error.code", "a whole number", error["code"])
    }
    guard let message = error["message"]?.string else {
      throw malformed("error.message", "a string", error["message"])
    }
    return RPCError(code: code, message: message, data: error["data"])
  }
}
