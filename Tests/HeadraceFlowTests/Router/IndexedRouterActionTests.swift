import Headrace
import Testing

@testable import HeadraceFlow

@Suite struct IndexedRouterActionTests {
  @CasePathable
  enum ScreenAction: Equatable {
    case ticked
    case named(String)
  }

  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterAction<Int, ScreenAction>)
  }

  private let routes = [Route<Int>.root(1, embedInNavigationView: true), .push(2)]

  @Test func aCaseKeyPathLeadsThroughTheIDToTheActionsOfOneRoute() {
    let (first, second) = (routes[0].id, routes[1].id)
    let action = Action.router(.routeAction(id: second, action: .named("a")))
    #expect(action[case: \.router[id: second].named] == "a")
    #expect(action[case: \.router[id: first].named] == nil)
    #expect(action[case: \.router[id: second].ticked] == nil)
    #expect(!action.is(\.router[id: first]))
    #expect(AnyCasePath(\Case<Action>.router[id: second].named).embed("a") == action)
  }

  @Test func eachCaseIsFoundByItsName() {
    let id = routes[1].id
    let routed = Action.router(.routeAction(id: id, action: .ticked))
    let updated = Action.router(.updateRoutes(routes))
    let dismissed = Action.router(.dismiss(id: id))
    #expect(routed[case: \.router.routeAction]?.id == id)
    #expect(routed[case: \.router.routeAction]?.action == .ticked)
    #expect(updated[case: \.router.updateRoutes]?.map(\.id) == routes.map(\.id))
    #expect(dismissed[case: \.router.dismiss] == id)
    let root = Action.router(.goBackToRoot)
    #expect(root.is(\.router.goBackToRoot) && !root.is(\.router.dismiss))
    #expect(AnyCasePath(\Case<Action>.router.goBackToRoot).embed(()) == root)
    let step = RouteSteps(from: routes, to: [routes[0]])
    let steps = Action.router(.steps(step))
    #expect(steps[case: \.router.steps] == step && !steps.is(\.router.updateRoutes))
    #expect(AnyCasePath(\Case<Action>.router.steps).embed(step) == steps)
    let event = RouteGuardEvent<Int>.rejected(RouteRejection(proposed: routes, reason: "No."))
    let guarded = Action.router(.guarded(event))
    #expect(guarded[case: \.router.guarded] == event && !guarded.is(\.router.steps))
    #expect(AnyCasePath(\Case<Action>.router.guarded).embed(event) == guarded)
    #expect(!routed.is(\.router.dismiss) && !updated.is(\.router.routeAction))
    #expect(!dismissed.is(\.router.updateRoutes))
    #expect(AnyCasePath(\Case<Action>.router.routeAction).embed((id, .ticked)) == routed)
    #expect(AnyCasePath(\Case<Action>.router.updateRoutes).embed(routes) == updated)
    #expect(AnyCasePath(\Case<Action>.router.dismiss).embed(id) == dismissed)
  }
}
