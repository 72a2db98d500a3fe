import Foundation
import HeadraceDurable
import Synchronization
import Testing

/// The messages that a feature has sent to other entities.
final class SentMessages: Sendable {
  private let messages = Mutex<[EntityMessage]>([])

  var client: EntityMessages {
    EntityMessages { message in self.messages.withLock { $0.append(message) } }
  }

  /// Expects that the oldest message is an action to an entity, and removes it.
  func expect<Action: Codable & Equatable>(
    _ action: Action, to target: EntityID, location: SourceLocation = #_sourceLocation
  ) {
    let message = messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    #expect(message?.target == target, sourceLocation: location)
    #expect(throws: Never.self, sourceLocation: location) {
      let sent = try message.map {
        try JSONDecoder().decode(Action.self, from: Data($0.action.utf8))
      }
      #expect(sent == action, sourceLocation: location)
    }
  }

  deinit { #expect(messages.withLock { $0 } == [], "Messages were sent that nobody expected.") }
}
