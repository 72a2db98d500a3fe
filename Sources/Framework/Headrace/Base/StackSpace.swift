internal import CThreadSlots

/// Room on the stack for features that contain themselves.
///
/// How deep such a feature goes is data, and each level takes stack: a few kilobytes in a debug
/// build. When little is left, the next levels run on another stack of the same thread. The actor
/// and the thread-local and task-local values stay the same. `CThreadStack.c` has the sizes.
enum StackSpace {
  /// Runs code that may recurse, on a new stack where the current one is nearly full.
  ///
  /// - Complexity: One comparison where there is room; a new stack takes a few system calls.
  @inline(__always)
  static func withRoom<Result>(_ body: () -> Result) -> Result {
    cthreadstack_is_low() == 0 ? body() : onNewStack(body)
  }

  @inline(never)
  private static func onNewStack<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { body in
      withUnsafePointer(to: body) { pointer in
        // Safe: the call returns before the closure's memory goes.
        cthreadstack_call(
          { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
          UnsafeMutableRawPointer(mutating: UnsafeRawPointer(pointer)))
      }
    }
    guard let result else { preconditionFailure("Code on a new stack runs to its end.") }
    return result
  }
}
