// MARK: - Throttling

extension Model {
  /// Measures a window's interval, unless the effect that opened the window has closed it.
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

  /// Keeps an effect for the end of an interval: the first one, or the latest.
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

  /// Starts the effect that a window holds back, and the next interval after it.
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

  /// Ends a window, with the effect that it holds back.
  func close(_ window: ModelWindow) {
    guard !window.isClosed else { return }
    window.isClosed = true
    windows.removeAll { $0 === window }
    if let timer = window.timer { cancel(timer) }
    if let held = window.held { cancel(held.effect) }
  }
}

extension EffectPlan {
  /// Returns the effect without the parts that have this id; `nil` if it has none of them.
  func without(_ id: Int) -> EffectPlan? {
    switch self {
    case .none, .send, .run, .cancel: nil
    case .merge(let plans): Self.without(id, plans).map { .merge($0) }
    case .concatenate(let plans): Self.without(id, plans).map { .concatenate($0) }
    case .map(let plan): plan.without(id).map { .map($0) }
    // Around nothing, it only cancels.
    case .cancellable(.none, _, _): nil
    case .cancellable(let plan, let own, let cancelInFlight):
      own == id
        ? EffectPlan.none
        : plan.without(id).map { .cancellable($0, id: own, cancelInFlight: cancelInFlight) }
    case .debounce(let plan, let own, let time):
      own == id ? EffectPlan.none : plan.without(id).map { .debounce($0, id: own, for: time) }
    case .throttle(let plan, let own, let time, let isLatest):
      own == id
        ? EffectPlan.none
        : plan.without(id).map { .throttle($0, id: own, for: time, latest: isLatest) }
    }
  }

  private static func without(_ id: Int, _ plans: [EffectPlan]) -> [EffectPlan]? {
    let parts = plans.map { $0.without(id) }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    return zip(plans, parts).map { $1 ?? $0 }
  }

  /// True if there is work left in an effect from which parts were removed.
  var hasWork: Bool {
    switch self {
    case .none: false
    case .send, .run, .cancel: true
    case .merge(let plans), .concatenate(let plans): plans.contains(where: \.hasWork)
    case .map(let plan), .cancellable(let plan, _, _), .debounce(let plan, _, _),
      .throttle(let plan, _, _, _):
      plan.hasWork
    }
  }
}

extension [Hop] {
  /// The path to the nearest feature, from this one upwards, that is presented.
  var presentation: [Hop] {
    let index = lastIndex { [.shown, .card, .stack, .routes].contains($0.slot) }
    return index.map { Array(prefix($0 + 1)) } ?? []
  }
}
