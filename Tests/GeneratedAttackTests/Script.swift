// Programs as readable text.

extension Program {
  /// The program, line by line.
  var script: String {
    var lines: [String] = []
    for (index, level) in levels.enumerated() where level.text != "" {
      lines.append("depth \(index): \(level.text)")
    }
    if hasInstrument { lines.append("with an instrument") }
    if let changeAct { lines.append("the first onChange: \(changeAct.text)") }
    for placed in initial { lines.append("begin with \(placed.text)") }
    for (index, step) in steps.enumerated() {
      if case .advance(0) = step { continue }
      lines.append("\(index): \(step.text)")
    }
    return lines.joined(separator: "\n")
  }
}

extension LevelShape {
  fileprivate var text: String {
    var parts: [String] = []
    if wrapper != .none { parts.append("wrapped (\(wrapper))") }
    if isParentFirst { parts.append("parent first") }
    if hasOnChange { parts.append("onChange of a") }
    if let override { parts.append("probe = \(override)") }
    return parts.joined(separator: ", ")
  }
}

extension [Hop] {
  fileprivate var text: String {
    isEmpty
      ? "root"
      : map { $0.slot.isMany ? "\($0.slot)[\($0.key)]" : "\($0.slot)" }.joined(separator: ".")
  }
}

extension PlacedChange {
  fileprivate var text: String { place.isEmpty ? "\(change)" : "\(place.text): \(change)" }
}

extension Command {
  fileprivate var text: String {
    (isDismissal ? "dismissal" : "#\(number)")
      + heard.map { " heard: \($0.text)" }.joined()
      + reactions.filter { !$0.isEmpty }.map { " {\($0.text)}" }.joined()
  }
}

extension Reaction {
  fileprivate var isEmpty: Bool { changes.isEmpty && effect.isNothing && acts.isEmpty }

  fileprivate var text: String {
    var parts: [String] = []
    if distance > 0 { parts.append("\(distance) above") }
    parts += changes.map(\.text)
    parts += acts.map(\.text)
    if !effect.isNothing { parts.append("return \(effect.text)") }
    return parts.joined(separator: "; ")
  }
}

extension HostAct {
  fileprivate var text: String {
    switch self {
    case .send(let path, let command): "send \(path.text) \(command.text)"
    case .cancelTask(let number): "cancel task \(number)"
    case .cancelTaskAtOnce(let number): "cancel task \(number) at once"
    case .cancelToken(let number): "cancel observer \(number)"
    case .observe(let number, let reading): "observe \(number) \(reading.text)"
    case .drop: "drop the store"
    }
  }
}

extension EffectPlan {
  fileprivate var text: String {
    switch self {
    case .none: "none"
    case .send(let path, let command):
      ".send(\(path.isEmpty ? "" : path.text + " ")\(command.text))"
    case .run(let work): work.text
    case .cancel(let id): ".cancel(\(id))"
    case .merge(let plans): ".merge(\(plans.map(\.text).joined(separator: ", ")))"
    case .concatenate(let plans): ".concatenate(\(plans.map(\.text).joined(separator: ", ")))"
    case .cancellable(let plan, let id, let cancelInFlight):
      "\(plan.text).cancellable(\(id)\(cancelInFlight ? ", cancelInFlight" : ""))"
    case .map(let plan): "\(plan.text).map"
    case .throttle(let plan, let id, let time, let latest):
      "\(plan.text).throttle(\(id), \(time)\(latest ? ", latest" : ""))"
    case .debounce(let plan, let id, let time): "\(plan.text).debounce(\(id), \(time))"
    }
  }
}

extension Work {
  fileprivate var text: String {
    ".run(\(number)\(isStubborn ? ", goes on when cancelled" : "")"
      + (onCancel.map { ", onCancel: \($0.text)" } ?? "") + ")"
  }
}

extension Reading {
  fileprivate var text: String {
    let way = stores.isEmpty ? "store" : "store.scope(\(stores.text))"
    let properties = properties.isEmpty ? "" : "." + properties.text
    return "\(way)\(properties).\(part)\(keepsStores ? ", store kept" : "")"
      + (isTracked ? ", by the system's tracking" : "")
  }
}

extension Step {
  fileprivate var text: String {
    switch self {
    case .send(let path, let command, let isAwaited, let viaStores, let thenRuns):
      "send \(path.text) \(command.text)\(isAwaited ? ", awaited" : "")"
        + (viaStores ? ", by its store" : "") + (thenRuns ? "" : ", no jobs run")
    case .tell(let effect, _, let command?): "effect \(effect) sends \(command.text)"
    case .tell(let effect, _, nil): "effect \(effect) ends"
    case .dismiss(let path): "dismiss \(path.text)"
    case .churn(let reading, let count): "\(count) observers read \(reading.text) and are cancelled"
    case .cancelTask(let number): "cancel task \(number)"
    case .observe(let number, let reading, let reaction):
      "observer \(number) reads \(reading.text)"
        + (reaction?.acts.map { ", then \($0.text)" }.joined() ?? "")
    case .cancelToken(let number): "cancel observer \(number)"
    case .advance(let time): "\(time) s go by"
    }
  }
}

extension Slot: CustomStringConvertible {
  var description: String {
    [
      "fixed", "opt", "mote", "shown", "mode", "rows", "stack", "routes", "sub", "card", "one",
      "two",
    ][rawValue]
  }
}

extension Field: CustomStringConvertible {
  var description: String { self == .a ? "a" : "b" }
}

extension ModelState {
  /// The state as a program's script shows it.
  var text: String {
    var parts = kind == .tree || kind == .kid ? ["id \(id)"] : []
    if a != 0 { parts.append("a \(a)") }
    if b != 0 { parts.append("b \(b)") }
    for (slot, children) in children.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !children.isEmpty {
      parts.append("\(slot) [" + children.map(\.state.text).joined(separator: ", ") + "]")
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}
