import Headrace
import HeadraceFlow

/// The screens that the tests' links lead to. They only wait.
@Reducer(state: .equatable, .sendable, action: .equatable)
enum ShopScreen {
  case home(CatalogPage<HomeMark>)
  case product(CatalogPage<ProductLink>)
  case review(CatalogPage<ReviewLink>)
  case search(CatalogPage<SearchLink>)
  case article(CatalogPage<ArticleLink>)
  case checkout(CatalogPage<CheckoutMark>)
}

/// A screen that can wait, and dismiss itself.
@Reducer
struct CatalogPage<Link: Equatable & Sendable> {
  struct State: Equatable, Sendable {
    var link: Link
    /// The part of the screen that is not in its link.
    var note = ""
  }
  enum Action: Equatable { case wait, noted(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wait:
      return .run { _ in
        // Only ends when it is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    case .noted(let note):
      state.note = note
      return .none
    }
  }
}

struct HomeMark: Equatable, Sendable {}
struct CheckoutMark: Equatable, Sendable {}

struct ProductLink: Equatable, Sendable {
  var id: Int
  var variant: String?
}

struct ReviewLink: Equatable, Sendable {
  var productID: Int
  var number: UInt8
}

struct SearchLink: Equatable, Sendable {
  enum Order: String { case price, name }

  var text: String
  var order = Order.name
  var page = 1
  var tag: String?
}

struct ArticleLink: Equatable, Sendable {
  var section: String
  var title: String
}

extension ShopScreen.State {
  static var homeScreen: Self { .home(CatalogPage.State(link: HomeMark())) }
  static var checkoutScreen: Self { .checkout(CatalogPage.State(link: CheckoutMark())) }

  static func product(_ id: Int, _ variant: String? = nil) -> Self {
    .product(CatalogPage.State(link: ProductLink(id: id, variant: variant)))
  }

  static func review(_ productID: Int, _ number: UInt8) -> Self {
    .review(CatalogPage.State(link: ReviewLink(productID: productID, number: number)))
  }

  static func search(
    _ text: String, order: SearchLink.Order = .name, page: Int = 1, tag: String? = nil
  ) -> Self {
    .search(
      CatalogPage.State(link: SearchLink(text: text, order: order, page: page, tag: tag)))
  }

  static func article(_ section: String, _ title: String) -> Self {
    .article(CatalogPage.State(link: ArticleLink(section: section, title: title)))
  }
}

extension CatalogPage.State where Link == ProductLink {
  static let pattern = LinkPattern {
    "products"
    Segment("id", Int.self)
    Query("variant", String?.self)
  } make: { id, variant in
    CatalogPage<ProductLink>.State(link: ProductLink(id: id, variant: variant))
  } values: {
    ($0.link.id, $0.link.variant)
  }
}

let shopLinks = DeepLinkParser<ShopScreen.State>(
  "shop://", "https://shop.example", root: .homeScreen
) {
  ScreenLink(
    \.home, LinkPattern("", make: CatalogPage.State(link: HomeMark())), style: .root,
    embedInNavigationView: true)
  ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern)
  ScreenLink(
    \.review,
    LinkPattern {
      "products"
      Segment("id", Int.self)
      "reviews"
      Segment("number", UInt8.self)
    } make: { id, number in
      number == 0
        ? nil : CatalogPage<ReviewLink>.State(link: ReviewLink(productID: id, number: number))
    } values: {
      ($0.link.productID, $0.link.number)
    },
    style: .sheet(.default)
  ) {
    .product($0.link.productID)
  }
  ScreenLink(
    \.search,
    LinkPattern {
      "products/search"
      Query("text", String.self)
      Query("order", SearchLink.Order?.self).default(.name)
      Query("page", Int?.self).default(1)
      Query("tag", String?.self)
    } make: { text, order, page, tag in
      CatalogPage<SearchLink>.State(
        link: SearchLink(text: text, order: order, page: page, tag: tag))
    } values: {
      ($0.link.text, $0.link.order, $0.link.page, $0.link.tag)
    },
    style: .cover)
  ScreenLink(
    \.article,
    LinkPattern {
      Segment("section", String.self)
      Segment("title", String.self)
    } make: { section, title in
      CatalogPage<ArticleLink>.State(link: ArticleLink(section: section, title: title))
    } values: {
      ($0.link.section, $0.link.title)
    })
}
