/// A change of a route stack in progress, for a host that shows one screen after another.
public struct RouteSteps<Screen> {
  /// The ids of the stack to which the next step applies.
  let basis: [RouteID]

  /// The remaining stacks, the next one first.
  public let stacks: [[Route<Screen>]]

  init(basis: [RouteID], stacks: [[Route<Screen>]]) {
    self.basis = basis
    self.stacks = stacks
  }

  /// Splits a change into steps, each of which a host can show immediately.
  ///
  /// Going back, each presentation is one step, and all screens that are popped from one navigation
  /// view are one step. Going forward, each screen is one step.
  init(from current: [Route<Screen>], to target: [Route<Screen>]) {
    let common = zip(current, target).prefix { $0.id == $1.id }.count
    var stacks: [[Route<Screen>]] = []
    var rest = current
    while rest.count > Swift.max(common, 1) {
      let presented = rest.indices.dropFirst(common).last { rest[$0].isPresented }
      rest.removeSubrange((presented ?? Swift.max(common, 1))...)
      stacks.append(rest)
    }
    // The root is replaced, never removed.
    let first = common == 0 ? 1 : common
    if common == 0, !target.isEmpty { stacks.append(Array(target.prefix(1))) }
    for count in target.indices.dropFirst(first).map({ $0 + 1 }) {
      stacks.append(Array(target.prefix(count)))
    }
    // If no route is added or removed, the screens changed.
    self.init(basis: current.map(\.id), stacks: stacks.isEmpty ? [target] : stacks)
  }

  /// The steps that remain after the next one.
  var rest: Self? {
    stacks.count > 1
      ? Self(basis: stacks[0].map(\.id), stacks: Array(stacks.dropFirst())) : nil
  }
}

extension RouteSteps: Equatable where Screen: Equatable {
  /// Compares the remaining stacks.
  public static func == (first: Self, second: Self) -> Bool {
    first.stacks == second.stacks
  }
}

extension RouteSteps: Sendable where Screen: Sendable {}
extension RouteSteps: Codable where Screen: Codable {}
