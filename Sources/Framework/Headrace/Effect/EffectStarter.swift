/// Starts an effect and all that it is made of.
///
/// An effect is a tree. The starter walks down to a leaf, starts it, and goes on with the next part
/// of the innermost effect that has one left:
///
/// - `startOne()` goes down. Each node with one part changes `context` and `sink`, until a leaf
///   starts, or an effect with several parts is put into `frames`.
/// - `nextPart()` goes up. The last frame says what to start next. A frame without parts left is
///   removed.
///
/// Each scope that is entered is retained once, either by `retainedScope` or by the frame that took
/// it over from there. So a scope stays in the tree until all of its effects are started.
///
/// The code runs on the store's actor while the store is busy. Launching what it starts and
/// reducing actions come afterwards. Authors' code may run inside it (`onCancel` handlers,
/// instruments, `deinit`s) and end the feature or the store; then nothing more is started.
@usableFromInline
struct EffectStarter {
  /// An effect of several parts that has not started them all.
  private struct Frame {
    enum Work {
      case merge(JoinedEffect)
      case sequence(SequenceStep)
      case window(ThrottleWindow)
    }

    let work: Work
    let context: EffectContext
    let sink: ErasedSink
    /// The scope that this frame keeps in the tree until all of its parts are started.
    let retainedScope: _EffectScope?
    /// For a merge, the index of the part to start next. For the others it only shows whether this
    /// starter has already started a part: 0 means that it has not.
    var nextIndex = 0
  }

  /// The effect to start next.
  private var node: EffectNode?
  private var context: EffectContext
  private var sink: ErasedSink
  /// The scope that the current walk keeps in the tree. Without it, a first effect that ends at
  /// once would remove the scope before the second one starts.
  private var retainedScope: _EffectScope?
  private var frames: [Frame] = []

  private init(_ node: EffectNode?, in context: EffectContext, to sink: ErasedSink) {
    self.node = node
    self.context = context
    self.sink = sink
    // The root never leaves the tree.
    if context.scope.parent != nil {
      retainedScope = context.scope
      context.scope.retain()
    }
  }

  /// Starts an effect.
  @usableFromInline
  static func start(_ node: EffectNode, in context: EffectContext, to sink: ErasedSink) {
    var starter = EffectStarter(node, in: context, to: sink)
    starter.run()
  }

  /// Starts the next part of a concatenation.
  static func resume(_ step: SequenceStep) {
    guard let next = step.next(isStarting: false) else { return }
    var starter = EffectStarter(next.effect, in: next.context, to: next.sink)
    starter.push(.sequence(step), nextIndex: 1)
    starter.run()
  }

  /// Starts an effect that was held back, and then the interval of the window.
  static func startHeld(
    _ window: ThrottleWindow, with node: EffectNode, in context: EffectContext, to sink: ErasedSink
  ) {
    var starter = EffectStarter(node, in: context, to: sink)
    starter.push(.window(window), nextIndex: 1)
    starter.run()
  }

  private mutating func run() {
    repeat { startOne() } while nextPart()
  }

  /// Starts an effect down to the first node with several parts.
  private mutating func startOne() {
    while let next = node, !context.isCutOff {
      node = nil
      // The downcasts are safe: each kind has one class.
      switch next.kind {
      case .send, .run, .cancel: next.start(in: context, to: sink)
      case .cancellable: enter(unsafeDowncast(next, to: CancellableEffect.self))
      case .embedded: enter(unsafeDowncast(next, to: EmbeddedEffect.self))
      case .scoped: enter(unsafeDowncast(next, to: ScopedEffect.self))
      case .inContext: enter(unsafeDowncast(next, to: InContextEffect.self))
      case .throttled: enter(unsafeDowncast(next, to: ThrottledEffect.self))
      case .merge: push(.merge(unsafeDowncast(next, to: JoinedEffect.self)))
      case .sequence: enterSequence(unsafeDowncast(next, to: JoinedEffect.self))
      }
    }
    node = nil
  }

  /// Finds what to start next.
  ///
  /// - Returns: Whether there is anything.
  private mutating func nextPart() -> Bool {
    retainedScope?.release()
    retainedScope = nil
    while let last = frames.indices.last {
      switch frames[last].work {
      case .merge(let effect):
        if nextPart(of: effect.parts, at: last) { return true }
      case .sequence(let step):
        if nextPart(of: step, at: last) { return true }
      case .window(let window):
        window.startPause()
      }
      frames.removeLast().retainedScope?.release()
    }
    return false
  }

  /// Starts the parts of a merge that are leaves, and finds the first that is not.
  private mutating func nextPart(of parts: [EffectNode], at last: Int) -> Bool {
    startLeaves(of: parts, at: last)
    let index = frames[last].nextIndex
    guard index < parts.count, !frames[last].context.isCutOff else { return false }
    frames[last].nextIndex += 1
    node = parts[index]
    context = frames[last].context
    sink = frames[last].sink
    // After the last part nothing of this effect is left to start.
    if index == parts.count - 1 { retainedScope = frames.removeLast().retainedScope }
    return true
  }

  /// Finds the next part of a concatenation, unless an earlier part has not ended yet.
  private mutating func nextPart(of step: SequenceStep, at last: Int) -> Bool {
    let isStarting = frames[last].nextIndex > 0
    frames[last].nextIndex += 1
    guard let next = step.next(isStarting: isStarting) else { return false }
    node = next.effect
    (context, sink) = (next.context, next.sink)
    return true
  }

  /// Starts the parts of a merge that are leaves, up to the first that is not.
  private mutating func startLeaves(of parts: [EffectNode], at last: Int) {
    while frames[last].nextIndex < parts.count, !frames[last].context.isCutOff {
      let part = parts[frames[last].nextIndex]
      guard part.kind.isLeaf else { return }
      part.start(in: frames[last].context, to: frames[last].sink)
      frames[last].nextIndex += 1
    }
  }

  /// Defers work; the scope is kept until then.
  private mutating func push(_ work: Frame.Work, nextIndex: Int = 0) {
    frames.append(
      Frame(
        work: work, context: context, sink: sink, retainedScope: retainedScope,
        nextIndex: nextIndex))
    retainedScope = nil
  }
}

// MARK: - Going Down

extension EffectStarter {
  private mutating func enter(_ effect: CancellableEffect) {
    if context.leftOut?.cancelled.contains(ObjectIdentifier(effect)) == true { return }
    if effect.cancelsInFlight { context.scope.cancelEffects(id: effect.id) }
    context.enter(effect.id)
    node = effect.child
  }

  private mutating func enter(_ effect: EmbeddedEffect) {
    sink = effect.embedding.embed(sink)
    node = effect.child
  }

  /// Goes down into the effect of a child feature. If the child was replaced by another while the
  /// action was reduced, nothing starts.
  private mutating func enter(_ effect: ScopedEffect) {
    guard let child = context.scope.makeChild(at: effect.place) ?? makeChildAfterSearch(for: effect)
    else { return }
    if retainedScope === context.scope { child.takeOverCountOfParent() } else { child.retain() }
    retainedScope = child
    context.scope = child
    if let presentation = effect.presentation {
      context.dependencies = presentation.dependencies
      if child.dismissal == nil { child.dismissal = presentation.makeDismissal(sink) }
    }
    sink = effect.embedding.embed(sink)
    node = effect.child
  }

  /// Makes the scope of a child where the scope of another child is. The other child may be an
  /// earlier one, whose effects this starter has just started: an action can run a reducer for two
  /// children, one after the other. So scopes that are lost are ended first.
  private func makeChildAfterSearch(for effect: ScopedEffect) -> _EffectScope? {
    // Without a new scope, the other child is the one that the state holds.
    guard context.scope.flags.hasNewEndableScopes else { return nil }
    context.runtime.endLostScopes()
    return context.isCutOff ? nil : context.scope.makeChild(at: effect.place)
  }

  private mutating func enter(_ effect: InContextEffect) {
    effect.change(&context)
    node = effect.child
  }

  private mutating func enterSequence(_ effect: JoinedEffect) {
    let step = SequenceStep(effect, in: context, to: sink)
    context.runtime.register(step)
    step.holdParts(in: context)
    push(.sequence(step))
  }

  private mutating func enter(_ effect: ThrottledEffect) {
    // If nothing is left to start, no interval begins.
    if let leftOut = context.leftOut as? HeldParts, !leftOut.hasAnythingLeft(of: effect) { return }
    context.enter(effect.id)
    let slot = context.scope.slot(for: effect.id)
    if let window = slot?.window as? ThrottleWindow {
      return window.hold(effect, in: context, to: sink)
    }
    let window = ThrottleWindow(effect, in: context)
    push(.window(window), nextIndex: 1)
    node = effect.child
  }
}
