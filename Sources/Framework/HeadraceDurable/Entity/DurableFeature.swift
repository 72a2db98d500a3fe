import Foundation
public import Headrace
public import HeadraceJournal

/// A feature whose entities a ``DurableRuntime`` runs.
///
/// ```swift
/// DurableFeature("order", version: 3, initialState: Order.State.init) { Order() }
/// ```
public struct DurableFeature: Sendable {
  /// The name, which is the first part of each ``EntityID``.
  public let name: String
  /// The version of the code.
  public let version: Int

  let code: any EntityCode

  /// Describes a feature.
  ///
  /// - Parameters:
  ///   - name: The name, without a slash. It is written to the database.
  ///   - version: The version of the code. A program with a lower version doesn't touch an entity
  ///     that this code has run. Raise it when a state, an action or the reducer changes.
  ///   - initialState: Returns the state of a new entity.
  ///   - migrations: The conversions of states and actions of earlier versions.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependency values for the entities.
  ///   - instruments: Creates the instruments of an entity's store, such as a `TracingInstrument`
  ///     or a `LoggingInstrument`. They don't see what is replayed, and they see an action before
  ///     it is committed. An entity that is put away cancels its effects.
  public init<State: Codable & Sendable, Action: Codable & Sendable, R: Reducer>(
    _ name: String, version: Int = 1, initialState: @escaping @Sendable () -> State,
    migrations: [DurableMigration] = [],
    @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R,
    withDependencies prepareDependencies: (@Sendable (inout DependencyValues) -> Void)? = nil,
    instruments: @escaping @Sendable () -> [any StoreInstrument<State, Action>] = { [] }
  ) where R.State == State, R.Action == Action {
    (self.name, self.version) = (name, version)
    code = FeatureCode<State, Action>(
      version: version, migrations: migrations, initialState: initialState,
      makeStore: { state, owner, prepare in
        Store(
          initialState: state, reducer: reducer,
          withDependencies: { values in
            prepare(&values)
            prepareDependencies?(&values)
          }, isolation: owner)
      },
      makeInstruments: instruments,
      replay: { id, journal in
        try Replay(
          journal,
          withDependencies: { values in
            values.entityID = id
            prepareDependencies?(&values)
          }, reducer: reducer
        )
        .state(after: journal.actions.upperBound - 1)
      })
  }
}

/// Lists the features of a ``DurableRuntime``.
@resultBuilder public enum DurableFeatureBuilder {
  /// Lists features.
  public static func buildBlock(_ features: DurableFeature...) -> [DurableFeature] { features }
}

/// The conversion of data that an earlier version of a feature has written to the next version.
public struct DurableMigration: Sendable {
  let version: Int
  let state: @Sendable (inout JSONValue) throws -> Void
  let action: @Sendable (inout JSONValue) throws -> Void

  /// Describes a change of a feature's types.
  ///
  /// - Parameters:
  ///   - version: The version before the change.
  ///   - state: Converts a state of that version to the next version.
  ///   - action: Converts an action of that version to the next version.
  public init(
    from version: Int, state: @escaping @Sendable (inout JSONValue) throws -> Void = { _ in },
    action: @escaping @Sendable (inout JSONValue) throws -> Void = { _ in }
  ) {
    (self.version, self.state, self.action) = (version, state, action)
  }
}

/// The operations of a runtime on a feature whose types it does not know.
protocol EntityCode: Sendable {
  /// Opens an entity that this worker owns.
  func open(
    _ id: EntityID, _ claimed: ClaimedEntity, on host: EntityHost
  ) async throws -> any LiveEntity
  /// Returns the state of an entity that this worker does not own.
  func state(of id: EntityID, _ entity: StoredEntity) throws -> any Sendable
  var stateName: String { get }
  /// - Throws: ``DurableFailure/wrongAction(_:expected:found:)`` for an action of another feature.
  func requireAction(_ action: any Sendable, of id: EntityID) throws(DurableFailure)
}

/// The code of a feature.
struct FeatureCode<State: Codable & Sendable, Action: Codable & Sendable>: EntityCode {
  let version: Int
  let migrations: [DurableMigration]
  let initialState: @Sendable () -> State
  let makeStore:
    @Sendable (
      State, isolated any Actor, @escaping (inout DependencyValues) -> Void
    ) -> Store<State, Action>
  let makeInstruments: @Sendable () -> [any StoreInstrument<State, Action>]
  let replay: @Sendable (EntityID, Journal<State, Action>) throws -> State

  var stateName: String { String(reflecting: State.self) }

  func requireAction(_ action: any Sendable, of id: EntityID) throws(DurableFailure) {
    guard action is Action else {
      throw .wrongAction(
        id, expected: String(reflecting: Action.self), found: String(reflecting: type(of: action)))
    }
  }

  func open(
    _ id: EntityID, _ claimed: ClaimedEntity, on host: EntityHost
  ) async throws -> any LiveEntity {
    let entity = DurableEntity(id, claimed, self, host)
    try await entity.begin(claimed)
    return entity
  }

  func state(of id: EntityID, _ entity: StoredEntity) throws -> any Sendable {
    try replay(id, Journal(file(of: entity.events, start: entity.start)))
  }

  /// Returns the events of an entity, converted to this version.
  func file(of events: [StoredEvent], start: Double) throws -> JournalFile {
    let lines = try events.map { try migrate($0) }
    let header = JournalHeader(
      of: State.self, Action.self, start: Date(timeIntervalSince1970: start))
    var data = try JSONEncoder.header().encode(header)
    for line in lines { data += "\n\(line)".utf8 }
    return try JournalFile(data + "\n".utf8)
  }

  /// Returns an event, converted to this version.
  func migrate(_ event: StoredEvent) throws -> String {
    guard event.version < version, !migrations.isEmpty,
      case .object(var members) = try JSONReader.read(event.line.utf8), var payload = members["p"]
    else { return event.line }
    for migration in migrations.sorted(by: { $0.version < $1.version })
    where migration.version >= event.version && migration.version < version {
      let isState = members["kind"] != nil
      try isState ? migration.state(&payload) : migration.action(&payload)
    }
    members["p"] = payload
    return "\(JSONValue.object(members))"
  }
}
