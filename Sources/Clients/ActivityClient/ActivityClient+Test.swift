package import Headrace
import IssueReporting

extension ActivityClient: TestDependencyKey {
  /// A journal that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = ActivityClient(
    nextNonce: { _, _, _ throws(JournalFailure) in
      unimplemented("nextNonce")
      throw .busy
    },
    record: { _ throws(RecordRefusal) in
      unimplemented("record")
      throw .storage(.busy)
    },
    update: { _, _ throws(UpdateRefusal) in
      unimplemented("update")
      throw .unknownPayment
    },
    payments: { _ throws(JournalFailure) in
      unimplemented("payments")
      throw .busy
    },
    payment: { _ throws(JournalFailure) in
      unimplemented("payment")
      throw .busy
    },
    unresolved: { () throws(JournalFailure) in
      unimplemented("unresolved")
      throw .busy
    })

  private static func unimplemented(_ endpoint: String) {
    reportIssue("ActivityClient.\(endpoint) was called, and the test does not override it")
  }
}

extension DependencyValues {
  /// The payment journal.
  package var activity: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}
