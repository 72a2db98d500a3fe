import Headrace

/// The archive of a coordinator: a ``RouteArchive`` of its stack, or a ``TabArchive`` of its tabs.
public protocol CoordinatorArchive<State>: Sendable {
  /// The coordinator's state.
  associatedtype State

  /// The bytes from which the coordinator can be restored, by `.restore`.
  func encode(_ state: State) throws(RouteArchiveError) -> [UInt8]
}

/// The archive of a child coordinator, as its parent uses it.
struct NestedArchive<State, Action>: Sendable {
  /// The bytes of the coordinator's archive; empty if nothing of its stack can be archived.
  let encode: @Sendable (State) throws(RouteArchiveError) -> [UInt8]
  /// The action that restores the coordinator.
  let restore: @Sendable ([UInt8]) -> Action

  init<Archive: CoordinatorArchive>(
    _ archive: @escaping @autoclosure @Sendable () -> Archive,
    by toRestorationAction: any CaseKeyPath<Action, RestorationAction> & Sendable
  ) where Archive.State == State, Action: SendableMetatype {
    encode = { state throws(RouteArchiveError) in
      do throws(RouteArchiveError) {
        return try archive().encode(state)
      } catch {
        // It starts from its initial state. The screens above it in the stack don't depend on that.
        if error == .noRoot { return [] }
        throw error
      }
    }
    restore = { AnyCasePath(toRestorationAction).embed(.restore($0)) }
  }
}
