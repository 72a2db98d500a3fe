public import Headrace

/// An archive of a coordinator's stack, which turns the stack into bytes, and bytes into a stack.
///
/// ```swift
/// let shopArchive = RouteArchive<Shop, ShopScreen>(
///   routes: \.routes, router: \.router, format: json
/// ) {
///   ArchivedScreen("home", state: \.home, action: \.home, Home.archive)
///   ArchivedScreen("product", state: \.product, action: \.product, Product.archive)
///   ArchivedScreen(\.unlock, .omitted)
/// }
///
/// let bytes = try shopArchive.encode(store.state)   // before the process ends
/// store.send(.restoration(.restore(bytes)))         // in the next one
/// ```
///
/// A screen whose case is not listed, or whose bytes can't be read, is replaced by its parent: the
/// stack ends below it. A stack with such a root is not restored.
///
/// An archive contains a version for each screen and a checksum, and its size is bounded. It
/// contains no ids: a restored route is a new route.
public struct RouteArchive<Coordinator: Reducer, Screen: Reducer & SendableMetatype>:
  CoordinatorArchive
{
  let toRoutes: any WritableKeyPath<Coordinator.State, [Route<Screen.State>]> & Sendable
  let toRouter: any CaseKeyPath<Coordinator.Action, IndexedRouterActionOf<Screen>> & Sendable
  let requests: [String: any WritableKeyPath<Coordinator.State, RouteRequest> & Sendable]
  let format: RouteArchiveFormat
  let limits: RouteArchiveLimits
  let screens: [ArchivedScreen<Screen>]

  /// Creates the archive of a coordinator.
  ///
  /// - Parameters:
  ///   - toRoutes: The property that contains the stack.
  ///   - toRouter: The case that contains the actions of the stack.
  ///   - requests: The requests for a value from a screen, by their names in archives. A request
  ///     whose route is restored continues to wait.
  ///   - format: The encoding of states.
  ///   - limits: The limits of an archive.
  ///   - screens: The archives of the screens of each case.
  public init(
    routes toRoutes: any WritableKeyPath<Coordinator.State, [Route<Screen.State>]> & Sendable,
    router toRouter: any CaseKeyPath<Coordinator.Action, IndexedRouterActionOf<Screen>> & Sendable,
    requests: [String: any WritableKeyPath<Coordinator.State, RouteRequest> & Sendable] = [:],
    format: RouteArchiveFormat, limits: RouteArchiveLimits = RouteArchiveLimits(),
    @ArchivedScreenBuilder<Screen> screens: () -> [ArchivedScreen<Screen>]
  ) {
    self.toRoutes = toRoutes
    self.toRouter = toRouter
    self.requests = requests
    self.format = format
    self.limits = limits
    self.screens = screens()
  }

  func screen(covering state: Screen.State) -> ArchivedScreen<Screen>? {
    screens.first { $0.covers(state) }
  }
}

// MARK: - Writing

extension RouteArchive {
  /// Returns the bytes from which the stack can be restored.
  ///
  /// - Parameter state: The coordinator's state.
  /// - Throws: `.tooLarge` and `.tooManyRoutes` past the limits, `.unencodable` if the format
  ///   refuses a state, and `.noRoot` if the root is omitted.
  /// - Complexity: O(*n*) in the size of the archive.
  public func encode(_ state: Coordinator.State) throws(RouteArchiveError) -> [UInt8] {
    let routes = kept(state[keyPath: toRoutes])
    if routes.isEmpty { throw .noRoot }
    guard routes.count <= limits.routeCountMax else {
      throw .tooManyRoutes(count: routes.count, max: limits.routeCountMax)
    }
    var writer = ArchiveWriter()
    writer.write(routes.count)
    for (route, screen) in routes { try write(route, as: screen, to: &writer) }
    let places = requests.compactMap { name, toRequest in
      routes.firstIndex { $0.route.id == state[keyPath: toRequest].route }.map { (name, $0) }
    }
    writer.write(places.count)
    for (name, place) in places.sorted(by: { $0.0 < $1.0 }) {
      writer.write(name)
      writer.write(place)
    }
    try writeNested(routes, to: &writer)
    let bytes = ArchiveBytes.sealed(writer.bytes)
    guard bytes.count <= limits.byteCountMax else {
      throw .tooLarge(byteCount: bytes.count, max: limits.byteCountMax)
    }
    return bytes
  }

  /// Writes the archives of coordinators among the screens, with their positions.
  private func writeNested(
    _ routes: [(route: Route<Screen.State>, screen: ArchivedScreen<Screen>)],
    to writer: inout ArchiveWriter
  ) throws(RouteArchiveError) {
    var nested: [(place: Int, bytes: [UInt8])] = []
    for place in routes.indices {
      let bytes = try routes[place].screen.writeNested(routes[place].route.screen)
      if !bytes.isEmpty { nested.append((place, bytes)) }
    }
    writer.write(nested.count)
    for (place, bytes) in nested {
      writer.write(place)
      writer.write(bytes)
    }
  }

  /// Returns the routes to archive.
  private func kept(
    _ routes: [Route<Screen.State>]
  ) -> [(route: Route<Screen.State>, screen: ArchivedScreen<Screen>)] {
    var kept: [(route: Route<Screen.State>, screen: ArchivedScreen<Screen>)] = []
    for route in routes {
      guard let screen = screen(covering: route.screen), screen.exclusion != .replacedByParent
      else { break }
      if screen.exclusion == .omitted { continue }
      // If the root was omitted, the stack has no valid root.
      guard kept.isEmpty == (route.style == .root),
        keepsPushesInNavigation(kept.suffix(1).map(\.route) + [route])
      else { break }
      kept.append((route, screen))
    }
    return kept
  }

  private func write(
    _ route: Route<Screen.State>, as screen: ArchivedScreen<Screen>, to writer: inout ArchiveWriter
  ) throws(RouteArchiveError) {
    let name = screen.name ?? ""
    do {
      writer.write(name)
      writer.write(screen.version)
      writer.write(route.embedInNavigationView ? 1 : 0)
      writer.write(try format.encode(route.style))
      writer.write(try screen.write(route.screen, format))
    } catch {
      throw .unencodable(screen: name)
    }
  }
}
