import Headrace
import HeadraceFlow
import Testing

/// A screen that is identified by its case, and has a field that changes.
@CasePathable
enum HouseRoom: Equatable {
  case hall(Int)
  case attic(Attic)

  @CasePathable
  enum Attic: Equatable {
    case trunk(Int)
    case window
  }
}

@Suite("Operations by case", .refusalsAreExpected) struct RouteCaseTests {
  /// A hall, a trunk, another hall, a window on a cover, and a trunk on that.
  private let house: [Route<HouseRoom>] = [
    .root(.hall(0), embedInNavigationView: true), .push(.attic(.trunk(1))), .push(.hall(2)),
    .cover(.attic(.window), embedInNavigationView: true), .push(.attic(.trunk(4))),
  ]

  @Test func aStackTellsWhetherACaseIsOnIt() {
    #expect(house.contains(\.hall))
    #expect(house.contains(\.attic.window))
    #expect(!house.dropLast(2).map { $0 }.contains(\.attic.window))
    #expect(house.contains(id: house[3].id))
    #expect(!house.contains(id: Route.push(0).id))
  }

  @Test func goingBackFindsTheNearestOfACaseBelowTheTop() {
    var routes = house
    check(routes.goBackTo(\.attic.trunk))
    #expect(routes.map(\.id) == house.prefix(2).map(\.id), "the one on top doesn't count")
    check(!routes.goBackTo(\.attic))
    check(routes.goBackTo(\.hall))
    check(!routes.goBackTo(\.hall))
    #expect(routes.map(\.id) == [house[0].id])
  }

  @Test func poppingStopsAtWhatWasPresented() {
    var routes = house
    check(!routes.popTo(\.hall), "the cover is between")
    #expect(routes == house)
    check(routes.popTo(\.attic.window))
    #expect(routes.count == 4)
    check(!routes.popTo(\.attic.window), "it is on top")
    check(!routes.popToRoot())
    check(routes.dismiss())
    check(routes.popToRoot())
    #expect(routes.map(\.id) == [house[0].id])
    check(!routes.popToRoot(), "there is nothing to pop")
  }

  @Test func poppingByIDAndPredicateFindTheSame() {
    var routes = house
    check(routes.popTo(id: house[3].id))
    check(!routes.popTo(id: house[0].id))
    check(!routes.popTo(id: Route.push(0).id))
    check(routes.goBackTo(id: house[2].id))
    check(routes.popTo { $0 == .hall(0) })
    #expect(routes.map(\.id) == [house[0].id])
  }

  @Test func theCurrentNavigationBeginsWithWhatWasNotPushed() {
    var routes = house
    check(routes.popToCurrentNavigationRoot())
    #expect(routes.count == 4)
    check(!routes.popToCurrentNavigationRoot())
    check(routes.dismiss())
    check(routes.popToCurrentNavigationRoot())
    #expect(routes.map(\.id) == [house[0].id])
  }

  @Test func goingToAScreenGoesBackToAnEqualOneOrPushes() {
    var routes = house
    check(routes.goTo(.attic(.trunk(1))))
    #expect(routes.map(\.id) == house.prefix(2).map(\.id))
    check(routes.goTo(.attic(.trunk(1))))
    #expect(routes.count == 2, "it is there already")
    check(routes.goTo(.attic(.trunk(9))))
    #expect(routes.last == .push(.attic(.trunk(9))))
    var bare: [Route<HouseRoom>] = [.root(.hall(0))]
    check(!bare.goTo(.hall(1)), "there is no navigation to push onto")
    check(bare.goTo(.hall(0)))
  }

  @Test func goingToACaseGoesBackWhateverHasChangedOrPushesTheOther() {
    var routes = house
    check(routes.goTo(\.hall, else: .hall(9)))
    #expect(routes.map(\.id) == house.prefix(3).map(\.id))
    check(routes.goTo(\.attic.window, else: .attic(.window)))
    #expect(routes.count == 4 && routes[3].isPush)
    check(routes.goTo(\.attic.trunk))
    #expect(routes.count == 2)
    check(!routes.goTo(\.attic.window))
    #expect(routes.count == 2)
  }

  @Test func aPredicateThatThrowsChangesNothing() {
    struct Failure: Error {}
    var routes = house
    #expect(throws: Failure.self) {
      try routes.goBackTo { (_: HouseRoom) throws(Failure) -> Bool in throw Failure() }
    }
    #expect(throws: Failure.self) {
      try routes.popTo { (_: HouseRoom) throws(Failure) -> Bool in throw Failure() }
    }
    #expect(routes.map(\.id) == house.map(\.id))
  }
}
