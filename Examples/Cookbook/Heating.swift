import Headrace

/// Heats a room; a host implements it.
@DependencyClient
struct Heating: Sendable {
  var heat: @Sendable (_ degreesCelsius: Int) async throws -> Void
}

extension Heating: TestDependencyKey {
  static var testValue: Heating { Heating() }
}

extension DependencyValues {
  var heating: Heating {
    get { self[Heating.self] }
    set { self[Heating.self] = newValue }
  }
}
