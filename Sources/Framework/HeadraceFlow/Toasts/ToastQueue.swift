public import Headrace

/// A queue that shows a few toasts at a time, in their order of arrival.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.toasts, action: \.toasts) { ToastQueue() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// - A toast with the name of another one, shown or waiting, replaces it, and its time starts
///   again: for example first a loading toast with `id: "payment"`, then a success with the same
///   id.
/// - A toast with the same text and kind as another, and no other name, is not shown twice; the
///   time of the one that is shown starts again, with the duration of the new one.
/// - A toast of kind `loading` stays until it is ended or replaced. All others disappear by
///   themselves, on `\.continuousClock`.
/// - When too many toasts wait, the oldest waiting one that is not loading is dropped, and the
///   parent is informed.
public struct ToastQueue: Reducer {
  /// The visible and the waiting toasts.
  public struct State: Equatable, Sendable {
    /// The toasts that the host shows, oldest first.
    public var visible: [Toast]

    /// The toasts to be shown later, oldest first.
    public var waiting: [Toast]

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - visible: The visible toasts. Their time begins with the next action for them.
    ///   - waiting: The waiting toasts.
    public init(visible: [Toast] = [], waiting: [Toast] = []) {
      self.visible = visible
      self.waiting = waiting
    }
  }

  /// The actions of toasts.
  public enum Action: Equatable, Sendable {
    /// Shows a toast.
    case show(Toast)

    /// Ends a toast: its operation has ended, or the user has swiped it away.
    case end(ToastID)

    /// Ends all toasts, visible and waiting.
    case endAll

    /// The time of a toast has expired; sent after a sleep on the clock.
    case expired(ToastID)

    /// An action for the parent.
    case delegate(Delegate)
  }

  /// The actions for the parent.
  public enum Delegate: Equatable, Sendable {
    /// A toast will not be shown, because too many wait.
    case dropped(Toast)
  }

  private struct CancelID: Hashable, Sendable {
    let toast: ToastID
  }

  private let visibleMax: Int
  private let waitingMax: Int
  private let duration: @Sendable (Toast.Kind) -> Duration

  @Dependency(\.continuousClock) private var clock

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - visibleMax: The maximum number of visible toasts, at least 1.
  ///   - waitingMax: The maximum number of waiting toasts, at least 0.
  ///   - duration: Returns the time for which a toast without a duration is shown, by its kind. It
  ///     is not called for `loading`.
  public init(
    visibleMax: Int = 3, waitingMax: Int = 16,
    duration: @escaping @Sendable (Toast.Kind) -> Duration = { kind in
      kind == .error ? .seconds(6) : .seconds(3)
    }
  ) {
    self.visibleMax = max(1, visibleMax)
    self.waitingMax = max(0, waitingMax)
    self.duration = duration
  }

  /// Shows and ends toasts, and moves up waiting ones.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .show(let toast):
      return show(toast, in: &state)
    case .end(let id):
      state.waiting.removeAll { $0.id == id }
      return leave(id, in: &state).merge(with: .cancel(id: CancelID(toast: id)))
    case .endAll:
      let cancellations = state.visible.map { Effect<Action>.cancel(id: CancelID(toast: $0.id)) }
      state = State()
      return .merge(cancellations)
    case .expired(let id):
      // A loading toast has no time limit; it ends with its operation.
      guard state.visible.contains(where: { $0.id == id && $0.kind != .loading }) else {
        return .none
      }
      return leave(id, in: &state)
    case .delegate:
      return .none
    }
  }
}

// MARK: - Showing

extension ToastQueue {
  private func show(_ toast: Toast, in state: inout State) -> Effect<Action> {
    if let place = state.visible.firstIndex(where: { isSame($0, toast) }) {
      replace(&state.visible[place], by: toast)
      return startClock(for: state.visible[place])
    }
    if let place = state.waiting.firstIndex(where: { isSame($0, toast) }) {
      replace(&state.waiting[place], by: toast)
      return .none
    }
    if state.visible.count < visibleMax {
      state.visible.append(toast)
      return startClock(for: toast)
    }
    state.waiting.append(toast)
    guard state.waiting.count > waitingMax else { return .none }
    // If all toasts are loading, only the new one can be dropped: the others will be ended by their
    // operations.
    let place =
      state.waiting.firstIndex { $0.kind != .loading }
      ?? state.waiting.index(before: state.waiting.endIndex)
    return .send(.delegate(.dropped(state.waiting.remove(at: place))))
  }

  /// Returns true if a toast replaces another: it has the same name, or the same kind and text.
  private func isSame(_ known: Toast, _ new: Toast) -> Bool {
    known.id == new.id || saysSame(known, new)
  }

  private func saysSame(_ known: Toast, _ new: Toast) -> Bool {
    known.kind == new.kind && known.message == new.message && known.id.name == new.id.name
  }

  private func replace(_ known: inout Toast, by new: Toast) {
    // A toast with the same text keeps the id under which the host shows it.
    if saysSame(known, new) { known.duration = new.duration } else { known = new }
  }

  /// Removes a toast, and shows waiting ones instead.
  private func leave(_ id: ToastID, in state: inout State) -> Effect<Action> {
    state.visible.removeAll { $0.id == id }
    var clocks: [Effect<Action>] = []
    while state.visible.count < visibleMax, !state.waiting.isEmpty {
      let toast = state.waiting.removeFirst()
      state.visible.append(toast)
      clocks.append(startClock(for: toast))
    }
    return .merge(clocks)
  }

  private func startClock(for toast: Toast) -> Effect<Action> {
    guard toast.kind != .loading else { return .cancel(id: CancelID(toast: toast.id)) }
    return .send(.expired(toast.id))
      .debounce(
        id: CancelID(toast: toast.id), for: toast.duration ?? duration(toast.kind), clock: clock)
  }
}
