public import Headrace

/// Shows a few toasts at a time, in the order in which they arrive.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.toasts, action: \.toasts) { ToastQueue() }
///   Reduce { state, action in … }
/// }
/// ```
///
/// - A toast with the name of another replaces it, shown or waiting, and its time starts again: for
///   example first a loading toast with `id: "payment"`, then a success with the same id.
/// - A toast that says the same as another, with the same kind and no other name, is not shown
///   twice; the time of the one that is shown starts again, with the duration of the new one.
/// - A toast of kind `loading` stays until it is ended or replaced. All others disappear by
///   themselves, on `\.continuousClock`.
/// - When too many wait, the oldest of them that is not loading is dropped, and the parent is
///   informed.
public struct ToastQueue: Reducer {
  /// The toasts that are shown, and those that wait.
  public struct State: Equatable, Sendable {
    /// The toasts that the host shows, oldest first.
    public var visible: [Toast]

    /// The toasts that are shown later, oldest first.
    public var waiting: [Toast]

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - visible: The toasts that are shown. Their time begins with the next action for them.
    ///   - waiting: The toasts that wait.
    public init(visible: [Toast] = [], waiting: [Toast] = []) {
      self.visible = visible
      self.waiting = waiting
    }
  }

  /// What happens to toasts.
  public enum Action: Equatable, Sendable {
    /// A toast should be shown.
    case show(Toast)

    /// A toast should disappear: what it waited for has ended, or the user has swiped it away.
    case end(ToastID)

    /// All toasts, shown and waiting, should disappear.
    case endAll

    /// The time of a toast is over; the clock sends it.
    case expired(ToastID)

    /// What the parent receives.
    case delegate(Delegate)
  }

  /// What the parent receives.
  public enum Delegate: Equatable, Sendable {
    /// A toast will not be shown: too many wait.
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
  ///   - visibleMax: How many toasts are shown at a time, at least 1.
  ///   - waitingMax: How many toasts wait, at least 0.
  ///   - duration: How long a toast without a duration is shown, by its kind. It is not called for
  ///     `loading`.
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

  /// Shows, ends and moves up toasts.
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
      // A loading toast has no time limit; the end of its work ends it.
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
    // work.
    let place =
      state.waiting.firstIndex { $0.kind != .loading }
      ?? state.waiting.index(before: state.waiting.endIndex)
    return .send(.delegate(.dropped(state.waiting.remove(at: place))))
  }

  /// Whether a toast replaces another: by its name, or because it says the same.
  private func isSame(_ known: Toast, _ new: Toast) -> Bool {
    known.id == new.id || saysSame(known, new)
  }

  private func saysSame(_ known: Toast, _ new: Toast) -> Bool {
    known.kind == new.kind && known.message == new.message && known.id.name == new.id.name
  }

  private func replace(_ known: inout Toast, by new: Toast) {
    // A toast that says the same keeps the id under which the host shows it.
    if saysSame(known, new) { known.duration = new.duration } else { known = new }
  }

  /// Removes a toast, and shows those that waited for its place.
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
