// MARK: - Naming What a Reducer Takes and Returns

/// The effect of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// An action for one element of a collection of a feature's states.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

/// The actions of a stack of a reducer's features.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>
