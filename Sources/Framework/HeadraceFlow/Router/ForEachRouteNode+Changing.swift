public import Headrace

// MARK: - Changing the Stack

extension _ForEachRouteNode {
  /// Handles the stack of a host, and informs the coordinator.
  @usableFromInline
  func update(
    to newRoutes: [Route<Screen.State>], in state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    let current = routes.look(at: &state) { $0 }
    if let flaw = newRoutes.stackValidationError() {
      reportFlawedStack(newRoutes, flaw)
      return informBase(in: &state, action: action)
    }
    if let late = newRoutes.first(where: { $0.isRemoved(from: current) }) {
      reportLateProposal(of: late.id)
      return informBase(in: &state, action: action)
    }
    var proposed = newRoutes.withScreens(of: current)
    // The host can bring back the routes that it removes itself.
    if !proposed[0].removed.isEmpty {
      let left = Set(current.map(\.id)).subtracting(proposed.map(\.id))
      proposed[0].removed.removeAll { left.contains($0) }
    }
    let (isTaken, effect) = propose(proposed, by: .host, in: &state)
    return isTaken ? effect.merge(with: informBase(in: &state, action: action)) : effect
  }

  /// Runs the coordinator for a host's action, and notes the removal of the top route.
  private func informBase(
    in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let top = topRoute(in: &state)
    let effect = reduceBase(into: &state, action: action)
    noteRemoval(of: top, in: &state)
    return effect
  }

  /// Removes all routes above the root, and informs the coordinator.
  @usableFromInline
  func goBackToRoot(
    in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let root = routes.look(at: &state) { Array($0.prefix(1)) }
    let (isTaken, effect) = propose(root, by: .host, in: &state)
    return isTaken ? effect.merge(with: informBase(in: &state, action: action)) : effect
  }

  /// Removes a route after the coordinator has seen the action.
  @usableFromInline
  func dismiss(
    _ routeID: RouteID, in state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let style = routes.look(at: &state) { routes in routes.last { $0.id == routeID }?.style }
    let effect = reduceBase(into: &state, action: action)
    guard let style, style != .root else {
      reportDismissal(of: routeID, isRoot: style == .root)
      return effect
    }
    let current = routes.look(at: &state) { $0 }
    // The coordinator may have removed the route in the meantime.
    guard let index = current.index(of: routeID) else { return effect }
    var proposed = current
    proposed.leave(to: index - 1)
    let (_, guardEffect) = propose(proposed, by: .screen, in: &state)
    return effect.merge(with: guardEffect)
  }

  private func reportDismissal(of routeID: RouteID, isRoot: Bool) {
    let feature = featureName(of: Screen.self)
    reportMisuse(
      """
      Tried to dismiss a route, but \(isRoot ? "it is the root" : "it is not on the stack"): \
      \(routeID).

      The 'forEachRoute' at \(site) received '.dismiss' for '\(feature)', and changed nothing: \
      \(isRoot ? "a stack always keeps its root" : "the route was left before"). Send it once, \
      and only for routes above the root.
      """, at: site)
  }

  private func reportLateProposal(of routeID: RouteID) {
    reportMisuse(
      """
      A host's route stack came too late: it brings back a route that was removed: \(routeID).

      The 'forEachRoute' at \(site) received it by '.updateRoutes', and kept the stack as it was. \
      The program has removed the route since the host read the stack. Send the stack that the \
      state has now, without the routes that the user left.
      """, at: site)
  }

  func reportFlawedStack(_ newRoutes: [Route<Screen.State>], _ flaw: String) {
    reportMisuse(
      """
      Tried to replace a route stack with an invalid one (\(flaw)): \(newRoutes.map(\.style)).

      The 'forEachRoute' at \(site) received it by '.updateRoutes' or from a guard, and kept the \
      stack as it was. A stack begins with one '.root' route, has no other root, and has no route \
      twice. Send the stack without the routes that the user left.
      """, at: site)
  }
}

extension Route {
  /// Returns true if the program has removed this route from a stack.
  fileprivate func isRemoved(from stack: [Route]) -> Bool {
    !stack.isEmpty && stack[0].removed.contains(id) && stack.index(of: id) == nil
  }
}

extension Array {
  /// Returns the same routes; those that are on another stack get that stack's screens.
  ///
  /// - Complexity: O(*n*) in the routes. If both stacks have the same routes, nothing is copied.
  func withScreens<Screen>(of others: [Route<Screen>]) -> [Route<Screen>]
  where Element == Route<Screen> {
    // Stacks usually differ at the top.
    var shared = 0
    while shared < Swift.min(count, others.count), self[shared].id == others[shared].id {
      shared += 1
    }
    if shared == count, shared == others.count { return others }
    var routes = Array(others[..<shared])
    routes.reserveCapacity(count)
    var places: [RouteID: Int] = [:]
    if shared < count {
      for place in shared..<others.count { places[others[place].id] = place }
    }
    for index in shared..<count {
      routes.append(places[self[index].id].map { others[$0] } ?? self[index])
    }
    return routes
  }

  /// Returns true if two stacks have the same routes in the same order, whatever their screens.
  package func hasRoutes<Screen>(of others: [Route<Screen>]) -> Bool
  where Element == Route<Screen> {
    // By index, because an element would be copied with its screen.
    count == others.count && indices.allSatisfy { self[$0].id == others[$0].id }
  }

  /// Returns the positions of the routes by their ids.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  func placesByID<Screen>() -> [RouteID: Index] where Element == Route<Screen> {
    var places = [RouteID: Index](minimumCapacity: count)
    // By index, because an element would be copied with its screen.
    for index in indices { places[self[index].id] = index }
    return places
  }

  /// Returns the position of a route, searched from the top.
  @inlinable
  func index<Screen>(of id: RouteID?) -> Index? where Element == Route<Screen> {
    guard let id else { return nil }
    return indices.last { self[$0].id == id }
  }
}
