package import Foundation

/// Functions that read a feature's types from lines.
struct FileTypes<State, Action> {
  let action: (Data) throws -> Action
  var state: ((Data) throws -> State)?
  var initialState: State?

  init(state: ((Data) throws -> State)? = nil, initialState: State? = nil)
  where Action: Decodable {
    action = { try JSONDecoder.payload(Action.self, from: $0) }
    self.state = state
    self.initialState = initialState
  }

  /// Creates the functions for types that may be decodable at run time; `nil` if they are not.
  init?() {
    guard let action = decoder(of: Action.self), let state = decoder(of: State.self) else {
      return nil
    }
    (self.action, self.state) = (action, state)
  }
}

/// Returns a function that reads payloads of a type; `nil` if the type is not `Decodable`.
func decoder<Value>(of type: Value.Type) -> ((Data) throws -> Value)? {
  func open<D: Decodable>(_ type: D.Type) -> (Data) throws -> Value {
    { line in
      let value = try JSONDecoder.payload(type, from: line)
      guard let value = value as? Value else { preconditionFailure("\(D.self) is \(Value.self).") }
      return value
    }
  }
  return (type as? any Decodable.Type).map { open($0) }
}

private struct PayloadLine<Payload: Decodable>: Decodable {
  let p: Payload
}

extension JSONDecoder {
  /// Reads the payload of an event.
  package static func payload<Value: Decodable>(
    _ type: Value.Type, from line: Data
  ) throws -> Value {
    try journal().decode(PayloadLine<Value>.self, from: line).p
  }

  /// Returns a description of an error without any values.
  package static func detail(of error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "'\(place(context.codingPath + [key]))' is missing"
    case DecodingError.typeMismatch(let type, let context):
      return "expected '\(place(context.codingPath))' as '\(type)'"
    case DecodingError.valueNotFound(let type, let context):
      return "expected '\(place(context.codingPath))' as '\(type)', not null"
    case DecodingError.dataCorrupted(let context):
      return "'\(place(context.codingPath))' is not what its type expects"
    default: return "\(error)"
    }
  }
}
