import Headrace
import Tracing

/// The spans of a store: of effects in flight, and of actions that can still be a cause.
struct SpanContexts {
  /// The maximum number of actions that are remembered.
  ///
  /// Whatever an older action causes, such as a late part of a concatenation, begins a new trace.
  static let actionCountMax = 1_024

  /// The spans of effects in flight.
  var effects: [EffectID: any Span] = [:]

  private var actions: [ActionID: InstrumentationContext] = [:]
  private var oldestAction: UInt64?

  /// The context of an action's span.
  subscript(action: ActionID) -> InstrumentationContext? { actions[action] }

  /// Remembers an action and forgets the oldest ones beyond the limit.
  mutating func remember(_ action: ActionID, _ context: InstrumentationContext) {
    actions[action] = context
    var oldest = oldestAction ?? action.rawValue
    while actions.count > Self.actionCountMax {
      actions[ActionID(oldest)] = nil
      oldest += 1
    }
    oldestAction = oldest
  }
}
