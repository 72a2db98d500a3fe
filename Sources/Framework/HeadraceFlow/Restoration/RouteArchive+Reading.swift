import Headrace

/// A stack that was read from an archive.
struct RestoredStack<Screen> {
  var routes: [Route<Screen>] = []
  /// The routes of requests, by the requests' names.
  var requests: [String: RouteID] = [:]
  /// The archives of the coordinators among the screens.
  var nested: [RouteID: [UInt8]] = [:]
  /// The name of the screen that was replaced by its parent.
  var replacedScreen: String?
}

// MARK: - Reading

extension RouteArchive {
  /// Reads the stack from the bytes of ``encode(_:)``.
  ///
  /// - Throws: The reason why nothing can be restored.
  func decode(_ bytes: [UInt8]) throws(RouteArchiveError) -> RestoredStack<Screen.State> {
    guard bytes.count <= limits.byteCountMax else {
      throw .tooLarge(byteCount: bytes.count, max: limits.byteCountMax)
    }
    var reader = ArchiveReader(try ArchiveBytes.opened(bytes))
    let count = try reader.readNumber()
    guard count <= limits.routeCountMax else {
      throw .tooManyRoutes(count: count, max: limits.routeCountMax)
    }
    var stack = RestoredStack<Screen.State>()
    for _ in 0..<count {
      let entry = try Entry(&reader)
      // Screens above one that is replaced by its parent are dropped.
      if stack.replacedScreen != nil { continue }
      if let route = route(of: entry), fits(route, onto: stack.routes) {
        stack.routes.append(route)
      } else {
        stack.replacedScreen = entry.name
      }
    }
    for _ in 0..<(try reader.readNumber()) {
      let name = try reader.readText()
      let place = try reader.readNumber()
      if stack.routes.indices.contains(place) { stack.requests[name] = stack.routes[place].id }
    }
    for _ in 0..<(try reader.readNumber()) {
      let place = try reader.readNumber()
      let bytes = try reader.readBytes()
      if stack.routes.indices.contains(place) { stack.nested[stack.routes[place].id] = bytes }
    }
    guard reader.isAtEnd else { throw .damaged }
    if stack.routes.isEmpty { throw .noRoot }
    return stack
  }

  private struct Entry {
    let name: String
    let version: Int
    let embedsInNavigationView: Bool
    let style: [UInt8]
    let screen: [UInt8]

    init(_ reader: inout ArchiveReader) throws(RouteArchiveError) {
      name = try reader.readText()
      version = try reader.readNumber()
      embedsInNavigationView = try reader.readNumber() == 1
      style = try reader.readBytes()
      screen = try reader.readBytes()
    }
  }

  /// Returns the route of an entry; `nil` if this version of the app can't read it.
  private func route(of entry: Entry) -> Route<Screen.State>? {
    let known =
      screens.first { $0.name == entry.name }
      ?? screens.first { $0.formerNames.contains(entry.name) }
    guard let known else { return nil }
    do {
      guard let style = try format.decode(RouteStyle.self, from: entry.style),
        let screen = try known.read(entry.screen, entry.version, format)
      else { return nil }
      // A pushed route has no navigation view of its own; the same is true of a decoded route.
      return Route(
        style: style, embedInNavigationView: style != .push && entry.embedsInNavigationView,
        screen: screen)
    } catch {
      // Only the name of the screen is reported, because a decoder's error may quote the state.
      return nil
    }
  }

  private func fits(
    _ route: Route<Screen.State>, onto routes: [Route<Screen.State>]
  ) -> Bool {
    routes.isEmpty == (route.style == .root)
      && keepsPushesInNavigation(routes.suffix(1) + [route])
  }
}
