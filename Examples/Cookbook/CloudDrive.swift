import Headrace

/// Stores copies of files, for ``Backup``; a host implements it.
@DependencyClient
nonisolated struct CloudDrive: Sendable {
  var freeByteCount: @Sendable () async throws -> Int
  var upload: @Sendable (_ name: String) async throws -> Void
  var delete: @Sendable (_ name: String) async throws -> Void
}

nonisolated extension CloudDrive: TestDependencyKey {
  static var testValue: CloudDrive { CloudDrive() }
}

nonisolated extension DependencyValues {
  var cloudDrive: CloudDrive {
    get { self[CloudDrive.self] }
    set { self[CloudDrive.self] = newValue }
  }
}
