/// The actions that wait for their turn, oldest first.
///
/// Usually there is one at a time, which needs no buffer.
@usableFromInline
struct ActionQueue<Action> {
  @usableFromInline var first: WaitingAction<Action>?
  @usableFromInline var others = Queue<WaitingAction<Action>>()

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ action: WaitingAction<Action>) {
    guard first != nil else { return first = action }
    others.append(action)
  }

  @inlinable
  mutating func popFirst() -> WaitingAction<Action>? {
    guard let next = first else { return nil }
    first = others.isEmpty ? nil : others.popFirst()
    return next
  }
}

/// An action that waits for its turn.
@usableFromInline
struct WaitingAction<Action> {
  @usableFromInline let action: Action
  @usableFromInline let origin: WaitingOrigin

  @inlinable
  init(_ action: Action, from origin: WaitingOrigin) {
    self.action = action
    self.origin = origin
  }
}

/// Where an action that waits comes from.
///
/// It is trivial to copy and counts no references. Each one is made by one of the functions below,
/// and ends with ``leave()``. Unmanaged: between the two, a group retains itself, and any other
/// origin is retained here.
@usableFromInline
enum WaitingOrigin {
  /// The host, while another action was reduced.
  case host(Unmanaged<EffectGroup>)
  /// A `.send` of the store's own feature, or of a child that is always there: it lives as long as
  /// the store.
  case rootSend(Unmanaged<EffectGroup>, startedBy: ActionID)
  /// Any other effect, retained.
  case effect(Unmanaged<EffectOrigin>)
}

extension WaitingOrigin {
  /// An action of the host begins to wait.
  @inlinable
  static func sent(in group: EffectGroup) -> Self {
    group.enterQueue()
    return .host(.passUnretained(group))
  }

  /// The action of a `.send` of a feature that lives as long as the store begins to wait.
  @inlinable
  static func started(by action: ActionID, in group: EffectGroup) -> Self {
    group.enterQueue()
    return .rootSend(.passUnretained(group), startedBy: action)
  }

  /// An action of any other effect begins to wait.
  @inlinable
  static func waiting(for origin: EffectOrigin) -> Self {
    origin.enter()
    return .effect(.passRetained(origin))
  }

  /// The action has had its turn.
  @inlinable
  func leave() {
    switch self {
    case .host(let group), .rootSend(let group, _):
      // Unmanaged: the group retains itself while its actions wait.
      if group.takeUnretainedValue().leaveQueue() { group.release() }
    case .effect(let origin):
      origin.takeRetainedValue().leave()
    }
  }
}
