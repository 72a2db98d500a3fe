/// Creates an effect with other dependency values, which also apply when it runs.
///
/// In a reducer this overrides values for one effect:
///
/// ```swift
/// return withDependencies {
///   $0.continuousClock = ImmediateClock()
/// } operation: {
///   .run { send in try await clock.sleep(for: .seconds(1)) }
/// }
/// ```
///
/// - Parameters:
///   - update: Changes a copy of the current values.
///   - operation: Creates the effect.
/// - Returns: The effect.
public func withDependencies<Action>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Effect<Action>
) rethrows -> Effect<Action> {
  var values = DependencyValues.current
  try values.update(update)
  let effect = try values.yield(operation)
  return effect.inContext { [values] in $0.dependencies = values.storage }
}
