// MARK: - Throttling

extension Model {
  /// Measures a window's while, unless it was closed by the effect that has opened it.
  func startPause(of window: ModelWindow) {
    guard !window.isClosed else { return }
    var frame = ModelFrame(
      path: window.frame.path, places: window.frame.places, group: ModelGroup(),
      dependency: window.frame.dependency)
    frame.ids = []
    let timer = ModelEffect(frame)
    timer.deadline = window.time
    timer.window = window
    window.timer = timer
    register(timer, launches: true)
  }

  /// Keeps an effect for the end of a while: the first that comes, or the last.
  func hold(
    _ plan: EffectPlan, in window: ModelWindow, _ frame: ModelFrame, for time: Int, isLatest: Bool
  ) {
    if let held = window.held {
      guard isLatest else { return }
      cancel(held.effect)
    }
    guard !window.isClosed, window.held == nil, root.holds(frame.places) else { return }
    let effect = ModelEffect(frame)
    effect.window = window
    window.held = (plan, time, effect)
    register(effect, launches: false)
  }

  /// Starts what a window holds back, and the next while after it.
  func pauseEnded(of window: ModelWindow) {
    window.timer = nil
    guard !window.isClosed, let held = window.held else { return close(window) }
    window.held = nil
    window.time = held.time
    let frame = held.effect.frame
    frame.group.pendingCount += 1
    frame.sequence?.pendingCount += 1
    finish(held.effect)
    start(held.plan, in: frame)
    startPause(of: window)
    if let sequence = frame.sequence { end(sequence) }
    frame.group.pendingCount -= 1
  }

  /// Ends a window, with what it holds back.
  func close(_ window: ModelWindow) {
    guard !window.isClosed else { return }
    window.isClosed = true
    windows.removeAll { $0 === window }
    if let timer = window.timer { cancel(timer) }
    if let held = window.held { cancel(held.effect) }
  }
}

extension EffectPlan {
  /// The ids that an effect has besides those that are given to it.
  var idsWithin: [Int] {
    switch self {
    case .cancellable(let plan, let id, _), .debounce(let plan, let id, _): [id] + plan.idsWithin
    case .map(let plan): plan.idsWithin
    default: []
    }
  }
}

extension [Hop] {
  /// The way to the nearest feature on this one that is presented.
  var presentation: [Hop] {
    let index = lastIndex { [.shown, .card, .stack, .routes].contains($0.slot) }
    return index.map { Array(prefix($0 + 1)) } ?? []
  }
}
