import HeadraceFlow
import Testing

@Suite("Route stacks", .refusalsAreExpected)
struct RouteStackTests {
  private var navigation: [Route<Int>] { [.root(0, embedInNavigationView: true)] }

  @Test func twoRoutesAreEqualWhenStyleAndScreenAre() {
    #expect(Route.push(1) == Route.push(1))
    #expect(Route.push(1).id != Route.push(1).id)
    #expect(Route.push(1) != Route.push(2))
    #expect(Route.push(1) != Route.cover(1))
    #expect(Route.sheet(1) != Route.sheet(1, configuration: .half))
    #expect(Route.root(1) != Route.root(1, embedInNavigationView: true))
    #expect(Set([Route.push(1), Route.push(1), Route.push(2)]).count == 2)
  }

  @Test func anIDIsNeverUsedAgain() {
    var routes = navigation
    var seen = Set(routes.map(\.id))
    for screen in 1...100 {
      routes.push(screen)
      #expect(seen.insert(routes[1].id).inserted)
      routes.goBack()
    }
  }

  @Test func aCopyOfARouteKeepsItsID() {
    var routes = navigation
    let copy = routes
    routes[0].screen = 7
    #expect(routes[0].id == copy[0].id)
  }

  @Test func pushNeedsANavigationView() {
    var routes: [Route<Int>] = [.root(0)]
    check(!routes.push(1))
    #expect(routes == [.root(0)])
    routes.presentSheet(1, embedInNavigationView: true)
    check(routes.push(2))
    #expect(routes == [.root(0), .sheet(1, embedInNavigationView: true), .push(2)])
  }

  @Test func pushOntoAPushedScreenUsesTheNavigationBelow() {
    var routes = navigation
    check(routes.push(1))
    check(routes.push(2))
    routes.presentCover(3)
    check(!routes.push(4), "the cover has no navigation of its own")
    #expect(routes.map(\.screen) == [0, 1, 2, 3])
  }

  @Test func presentNeedsARouteBelowAndAPresentedStyle() {
    var routes: [Route<Int>] = []
    check(!routes.presentSheet(1))
    check(!routes.presentCover(1))
    #expect(routes.isEmpty)
    routes = navigation
    check(!routes.present(.push(1)))
    check(!routes.present(.root(1)))
    check(routes.present(.cover(1)))
    #expect(routes.count == 2)
  }

  @Test(arguments: [(-1, false), (0, false), (1, true), (2, true), (3, false)])
  func goBackNeverLeavesTheRoot(count: Int, isPossible: Bool) {
    var routes = navigation
    routes.push(1)
    routes.presentSheet(2)
    let before = routes
    check(routes.goBack(count) == isPossible)
    #expect(routes.map(\.id) == before.dropLast(isPossible ? count : 0).map(\.id))
  }

  @Test func goBackToRootSaysWhetherThereWasAnythingToLeave() {
    var routes = navigation
    check(!routes.goBackToRoot())
    routes.push(1)
    routes.presentSheet(2)
    check(routes.goBackToRoot())
    #expect(routes == navigation)
  }

  @Test func goBackToFindsARouteByIDOrPredicate() {
    var routes = navigation
    for screen in 1...4 { routes.push(screen) }
    let two = routes[2].id
    check(!routes.goBackTo(id: routes[4].id), "it is on top already")
    check(routes.goBackTo(id: two))
    #expect(routes.map(\.screen) == [0, 1, 2])
    check(!routes.goBackTo(id: RouteStackTests.goneID))
    check(!routes.goBackTo { $0 > 1 }, "only screens below the top count")
    check(routes.goBackTo { $0.isMultiple(of: 2) })
    #expect(routes.map(\.screen) == [0])
  }

  private static let goneID = Route.push(0).id

  @Test func popLeavesOnlyPushedScreens() {
    var routes = navigation
    routes.push(1)
    routes.presentSheet(2, embedInNavigationView: true)
    routes.push(3)
    check(!routes.pop(2), "the second from the top is a sheet")
    check(routes.pop())
    check(!routes.pop())
    #expect(routes.map(\.screen) == [0, 1, 2])
  }

  @Test func dismissLeavesAPresentationWithAllThatWasPushedOntoIt() {
    var routes = navigation
    check(!routes.dismiss())
    routes.presentSheet(1, embedInNavigationView: true)
    routes.push(2)
    routes.presentCover(3)
    check(!routes.dismiss(3))
    check(!routes.dismiss(0))
    check(routes.dismiss())
    #expect(routes.map(\.screen) == [0, 1, 2])
    check(routes.dismiss())
    #expect(routes.map(\.screen) == [0])
    routes.presentSheet(1)
    routes.presentSheet(2)
    check(routes.dismissAll())
    check(!routes.dismissAll())
    #expect(routes.map(\.screen) == [0])
  }

  @Test func replaceCurrentIsAnotherRouteInTheSameStyle() {
    var routes = navigation
    routes.presentSheet(1, configuration: SheetConfiguration(isDismissible: false))
    let before = routes[1]
    check(routes.replaceCurrent(2))
    #expect(routes[1].id != before.id)
    #expect(routes[1].style == before.style)
    #expect(routes[1].screen == 2)
    var none: [Route<Int>] = []
    check(!none.replaceCurrent(1))
  }

  @Test func replaceAllTakesOnlyAStackWithOneRoot() {
    var routes = navigation
    check(!routes.replaceAll(with: []))
    check(!routes.replaceAll(with: [.push(1)]))
    check(!routes.replaceAll(with: [.root(1), .root(2)]))
    #expect(routes == navigation)
    check(routes.replaceAll(with: [.root(1), .cover(2)]))
    #expect(routes.map(\.screen) == [1, 2])
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Expects the result of an operation that changes its stack, which `#expect` can't take.
func check(
  _ result: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result, comment, sourceLocation: sourceLocation)
}
