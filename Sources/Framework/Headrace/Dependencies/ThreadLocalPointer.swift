internal import CThreadSlots

/// One pointer per thread, for one use.
///
/// A task-local push costs an order of magnitude more, and a store pushes its values for every
/// action. So does a key of pthread cost more, which is why the pointers are C's.
@usableFromInline
package struct ThreadLocalPointer: Sendable {
  /// Where a thread keeps the pointer.
  @usableFromInline
  package typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// What the pointer leads to.
  package enum Use: Sendable {
    /// The dependency values in force; see ``DependencyFrame``.
    case dependencies
    /// The look-up of a dependency value that is under way.
    case lookup
    /// The observation table in force.
    case observations
    /// The observer that runs.
    case observer
    /// The test executor whose turn the thread has.
    case testExecutor
    /// The witness of the reducer that runs.
    case witness

    fileprivate var number: cthreadslot {
      switch self {
      case .dependencies: CTHREADSLOT_DEPENDENCIES
      case .lookup: CTHREADSLOT_LOOKUP
      case .observations: CTHREADSLOT_OBSERVATIONS
      case .observer: CTHREADSLOT_OBSERVER
      case .testExecutor: CTHREADSLOT_TEST_EXECUTOR
      case .witness: CTHREADSLOT_WITNESS
      }
    }
  }

  private let number: cthreadslot

  package init(_ use: Use) {
    number = use.number
  }

  /// The current thread's place for the pointer; it lives as long as the thread.
  @usableFromInline
  package var slot: Slot { cthreadslot_place(number) }

  package var value: UnsafeMutableRawPointer? {
    get { slot.pointee }
    nonmutating set { slot.pointee = newValue }
  }
}
