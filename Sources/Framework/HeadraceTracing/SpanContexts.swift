import Headrace
import Tracing

/// The spans of a store: of the effects in flight, and of the actions that can still be a cause.
struct SpanContexts {
  /// How many actions are remembered. What an older one causes, such as a late part of a
  /// concatenation, begins a new trace.
  static let actionCountMax = 1_024

  /// The spans of effects in flight.
  var effects: [EffectID: any Span] = [:]

  private var actions: [ActionID: InstrumentationContext] = [:]
  private var oldestAction: UInt64?

  /// Where the span of an action belongs.
  subscript(action: ActionID) -> InstrumentationContext? { actions[action] }

  /// Remembers an action, and forgets those that are too old.
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
