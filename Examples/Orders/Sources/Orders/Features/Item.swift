/// A number of pieces of a product.
struct Item: Codable, Equatable, Sendable {
  var product: Product
  var count: Int
}

/// The products for sale.
enum Product: String, Codable, CaseIterable, Sendable {
  case book, lamp, pen

  /// The price of a piece, in cents.
  var price: Int {
    switch self {
    case .book: 19_00
    case .lamp: 49_00
    case .pen: 2_50
    }
  }
}

extension [Item] {
  /// The total price, in cents.
  var price: Int { reduce(0) { $0 + $1.product.price * $1.count } }
}
