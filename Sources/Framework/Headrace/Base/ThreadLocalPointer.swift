public import CThreadSlots

/// One pointer per thread, for one purpose.
///
/// A store pushes its values for every action, and both task-local values and pthread keys are
/// slower. So the pointers are thread-local variables in C (decision 18).
@usableFromInline
package struct ThreadLocalPointer: Sendable {
  /// The memory in which a thread keeps the pointer.
  @usableFromInline
  package typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  @usableFromInline let number: cthreadslot

  @inlinable
  init(_ number: cthreadslot) { self.number = number }

  /// The current thread's slot for the pointer.
  ///
  /// Safe: it lives as long as the thread, and only synchronous code of that thread uses it.
  @inlinable
  package var slot: Slot { cthreadslot_place(number) }

  @inlinable
  package var value: UnsafeMutableRawPointer? {
    get { slot.pointee }
    nonmutating set { slot.pointee = newValue }
  }
}

// MARK: - Pointers

extension ThreadLocalPointer {
  /// The current dependency values; see ``DependencyValues/withFrame(_:_:)``.
  @inlinable static var dependencies: Self { Self(CTHREADSLOT_DEPENDENCIES) }
  /// The task's dependency values that take precedence over the frame's.
  @inlinable static var taskDependencies: Self { Self(CTHREADSLOT_TASK_DEPENDENCIES) }
  /// The look-up of a dependency value that is in progress.
  @inlinable static var lookup: Self { Self(CTHREADSLOT_LOOKUP) }
  /// The observation table that is current on the thread.
  @inlinable static var observations: Self { Self(CTHREADSLOT_OBSERVATIONS) }
  /// The observer that is running.
  @inlinable static var observer: Self { Self(CTHREADSLOT_OBSERVER) }
  /// The test executor whose job the thread is running.
  @inlinable package static var testExecutor: Self { Self(CTHREADSLOT_TEST_EXECUTOR) }
  /// The requests for a value that begin while a coordinator is reducing an action.
  @inlinable package static var routeRequests: Self { Self(CTHREADSLOT_ROUTE_REQUESTS) }
  /// The latest use of a shared value; see ``SharedUse``.
  static var sharedUse: Self { Self(CTHREADSLOT_SHARED_USE) }
  /// The shared values that a test expects; see ``ExpectedSharedValues``.
  static var expectedSharedValues: Self { Self(CTHREADSLOT_EXPECTED_SHARED_VALUES) }
  /// The line of the test that is sending an action; see ``TestSend``.
  @inlinable static var testSend: Self { Self(CTHREADSLOT_TEST_SEND) }
}

// MARK: - Objects

// Unmanaged: the code that sets the object retains it until it sets another. Only the object of
// `taskDependencies` may be released earlier; it is compared, never dereferenced.

extension ThreadLocalPointer {
  /// The object that the pointer refers to.
  @inlinable
  package func object<Object: AnyObject>(as type: Object.Type) -> Object? {
    value.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  @inlinable
  package func set(_ object: (some AnyObject)?) { value = Self.address(of: object) }

  /// Returns true if the pointer refers to an object, without dereferencing it.
  func leads(to object: (some AnyObject)?) -> Bool { value == Self.address(of: object) }

  @inlinable
  static func address(of object: (some AnyObject)?) -> UnsafeMutableRawPointer? {
    object.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  /// Runs synchronous code while the pointer refers to an object.
  @usableFromInline
  package func withObject<Result, Failure: Error>(
    _ object: some AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = value
    set(object)
    defer {
      value = outer
      // Without this, the last reference could be released before the body ends.
      withExtendedLifetime(object) {}
    }
    return try body()
  }
}
