import Headrace

/// The archive of a coordinator: a ``RouteArchive`` of its stack, or a ``TabArchive`` of its tabs.
public protocol CoordinatorArchive<State>: Sendable {
  /// The coordinator's state.
  associatedtype State

  /// Returns the bytes from which `.restore` can restore the coordinator.
  func encode(_ state: State) throws(RouteArchiveError) -> [UInt8]
}

/// The archive of a child coordinator, for use by its parent.
struct NestedArchive<State, Action>: Sendable {
  /// Returns the bytes of the coordinator's archive; empty if nothing of its stack can be archived.
  let encode: @Sendable (State) throws(RouteArchiveError) -> [UInt8]
  /// Returns the action that restores the coordinator.
  let restore: @Sendable ([UInt8]) -> Action

  init<Archive: CoordinatorArchive>(
    _ archive: @escaping @autoclosure @Sendable () -> Archive,
    by toRestorationAction: any CaseKeyPath<Action, RestorationAction> & Sendable
  ) where Archive.State == State, Action: SendableMetatype {
    encode = { state throws(RouteArchiveError) in
      do throws(RouteArchiveError) {
        return try archive().encode(state)
      } catch {
        // The coordinator starts from its initial state. The screens above it in the stack don't
        // depend on its stack.
        if error == .noRoot { return [] }
        throw error
      }
    }
    restore = { AnyCasePath(toRestorationAction).embed(.restore($0)) }
  }
}
