import Headrace

/// Heats a room; a host implements it.
@DependencyClient
nonisolated struct Heating: Sendable {
  /// Calls take effect in the order in which they begin; a cancelled one may have no effect.
  var heat: @Sendable (_ degreesCelsius: Int) async throws -> Void
}

nonisolated extension Heating: TestDependencyKey {
  static var testValue: Heating { Heating() }
}

nonisolated extension DependencyValues {
  var heating: Heating {
    get { self[Heating.self] }
    set { self[Heating.self] = newValue }
  }
}
