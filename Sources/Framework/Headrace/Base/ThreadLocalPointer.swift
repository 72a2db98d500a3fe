public import CThreadSlots

/// One pointer per thread, for one use.
///
/// A task-local push costs an order of magnitude more, and a store pushes its values for every
/// action. So does a key of pthread cost more, which is why the pointers are C's.
@frozen
@usableFromInline
package struct ThreadLocalPointer: Sendable {
  /// Where a thread keeps the pointer.
  @usableFromInline
  package typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  @usableFromInline let number: cthreadslot

  @inlinable
  init(_ number: cthreadslot) {
    self.number = number
  }

  /// The current thread's place for the pointer; it lives as long as the thread.
  @inlinable
  package var slot: Slot { cthreadslot_place(number) }

  @inlinable
  package var value: UnsafeMutableRawPointer? {
    get { slot.pointee }
    nonmutating set { slot.pointee = newValue }
  }
}

// MARK: - What the Pointers Lead To

extension ThreadLocalPointer {
  /// The dependency values in force; see ``DependencyFrame``.
  @inlinable static var dependencies: Self { Self(CTHREADSLOT_DEPENDENCIES) }
  /// The look-up of a dependency value that is under way.
  @inlinable static var lookup: Self { Self(CTHREADSLOT_LOOKUP) }
  /// The observation table in force.
  @inlinable static var observations: Self { Self(CTHREADSLOT_OBSERVATIONS) }
  /// The observer that runs.
  @inlinable static var observer: Self { Self(CTHREADSLOT_OBSERVER) }
  /// What waits to be let go of; see ``ReleaseQueue``.
  @inlinable static var releases: Self { Self(CTHREADSLOT_RELEASES) }
  /// The test executor whose turn the thread has.
  @inlinable package static var testExecutor: Self { Self(CTHREADSLOT_TEST_EXECUTOR) }
  /// The witness of the reducer that runs.
  @inlinable static var witness: Self { Self(CTHREADSLOT_WITNESS) }
  /// The requests for a value that begin while a coordinator reduces an action.
  @inlinable package static var routeRequests: Self { Self(CTHREADSLOT_ROUTE_REQUESTS) }
  /// What a thread does that changes a shared value; see ``SharedTurn``.
  static var sharedTurn: Self { Self(CTHREADSLOT_SHARED_TURN) }
  /// The account that a test gives of shared values; see ``SharedAccount``.
  static var sharedAccount: Self { Self(CTHREADSLOT_SHARED_ACCOUNT) }
  /// The line of a test that sends; see ``TestSend``.
  @inlinable static var testSend: Self { Self(CTHREADSLOT_TEST_SEND) }
}
