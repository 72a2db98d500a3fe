import Headrace
import HeadraceFlow

// The code that `@Reducer` writes if the trait `Macros` is enabled.

extension FlowScreen.State: CasePathable {
  struct AllCasePaths {
    var page: AnyCasePath<FlowScreen.State, Page.State> {
      AnyCasePath(
        embed: { .page($0) },
        extract: { state in
          switch state {
          case .page(let page): page
          }
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension FlowScreen.Action: CasePathable {
  struct AllCasePaths {
    var page: AnyCasePath<FlowScreen.Action, Page.Action> {
      AnyCasePath(
        embed: { .page($0) },
        extract: { action in
          switch action {
          case .page(let page): page
          }
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Flow.Action: CasePathable {
  struct AllCasePaths {
    var router: AnyCasePath<Flow.Action, IndexedRouterActionOf<FlowScreen>> {
      AnyCasePath(
        embed: { .router($0) },
        extract: { action in
          guard case .router(let router) = action else { return nil }
          return router
        })
    }

    var links: AnyCasePath<Flow.Action, DeepLinkAction> {
      AnyCasePath(
        embed: { .links($0) },
        extract: { action in
          guard case .links(let links) = action else { return nil }
          return links
        })
    }

    var restoration: AnyCasePath<Flow.Action, RestorationAction> {
      AnyCasePath(
        embed: { .restoration($0) },
        extract: { action in
          guard case .restoration(let restoration) = action else { return nil }
          return restoration
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
