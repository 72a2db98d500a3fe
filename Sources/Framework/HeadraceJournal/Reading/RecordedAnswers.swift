import Foundation
import Headrace
import Synchronization

/// The values that a reducer received when its action was recorded, in order.
package final class RecordedAnswers: Sendable {
  enum Value: Sendable {
    case typed(any Codable & Sendable)
    case json(String)
  }

  private let values: Mutex<ArraySlice<(name: String, value: Value)>>

  init(_ values: [GeneratedValue]) {
    self.values = Mutex(values.map { ($0.name, .typed($0.value)) }[...])
  }

  package init(_ values: [JournalEvent.GeneratedJSON]) {
    self.values = Mutex(values.map { ($0.name, .json($0.value.description)) }[...])
  }

  init(_ values: [(name: String, json: String)]) {
    self.values = Mutex(values.map { ($0.name, .json($0.json)) }[...])
  }

  /// The names and values, as JSON.
  var lines: [(name: String, json: String)] {
    values.withLock { values in
      values.map { name, value in
        switch value {
        case .typed(let value): (name, JSONValue(encodingOrDescribing: value).description)
        case .json(let json): (name, json)
        }
      }
    }
  }

  /// Returns the next value if it has this name and type.
  package func next(_ name: String, _ type: any (Codable & Sendable).Type) -> (any Sendable)? {
    let value = values.withLock { values in
      values.first?.name == name ? values.popFirst()?.value : nil
    }
    switch value {
    case .typed(let value): return value
    case .json(let json):
      do {
        return try JSONDecoder.journal().decode(type, from: Data(json.utf8))
      } catch {
        // The type has changed, so the reducer asks for something that was not recorded.
        return nil
      }
    case nil: return nil
    }
  }
}
