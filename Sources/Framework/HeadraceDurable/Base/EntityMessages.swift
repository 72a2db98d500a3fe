public import Headrace

/// An action from one entity to another.
public struct EntityMessage: Hashable, Sendable {
  /// The entity that receives the action.
  public let target: EntityID
  /// The action, as JSON.
  public let action: JSONText

  /// JSON, as text.
  public typealias JSONText = String

  /// Creates a message.
  public init(target: EntityID, action: JSONText) { (self.target, self.action) = (target, action) }
}

/// Receives the messages of a feature.
///
/// A ``DurableRuntime`` writes them together with the action that sent them; a test overrides
/// ``send``.
public struct EntityMessages: Sendable {
  /// Sends a message.
  public var send: @Sendable (EntityMessage) -> Void

  /// Creates a client.
  public init(send: @escaping @Sendable (EntityMessage) -> Void) { self.send = send }
}

extension EntityMessages: DependencyKey {
  /// Reports that there is no runtime.
  public static let liveValue = EntityMessages { message in
    reportMisuse(
      """
      A message to '\(message.target)' is lost: the store is not run by a 'DurableRuntime'.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
  /// Fails the test.
  public static let testValue = EntityMessages(send: unimplemented("EntityMessages.send"))
}

extension DependencyValues {
  /// The destination of messages to other entities.
  public var entityMessages: EntityMessages {
    get { self[EntityMessages.self] }
    set { self[EntityMessages.self] = newValue }
  }
}

extension Effect {
  /// Sends an action to another entity.
  ///
  /// The message is committed together with the action that sends it, and applied once. The
  /// messages from one entity to another are applied in order.
  ///
  /// ```swift
  /// case .paid:
  ///   return .send(Stock.Action.reserved(state.items), to: "stock/main")
  /// ```
  ///
  /// - Parameters:
  ///   - message: The action, which belongs to the other entity's feature.
  ///   - target: The other entity, which is created if it does not exist.
  public static func send<Message: Encodable>(
    _ message: Message, to target: EntityID, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    .call { dependencies in
      do {
        if let problem = target.problem { throw DurableFailure.unwritable(target, detail: problem) }
        let json = "\(try EntityCoding.json(of: message))"
        dependencies.entityMessages.send(EntityMessage(target: target, action: json))
      } catch {
        reportMisuse(
          """
          A message to '\(target)' is not sent, because it can't be written: \(error).
          """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
    }
  }
}
