/// The style in which a route was added to the one below.
public enum RouteStyle: Hashable, Sendable {
  /// The first route of a stack.
  case root
  /// The route was pushed onto the navigation view of the route below.
  case push
  /// The route was presented over the route below, as a sheet.
  case sheet(SheetConfiguration)
  /// The route was presented over the route below, covering it.
  case cover

  /// True if the route was presented over the one below.
  public var isPresented: Bool {
    switch self {
    case .sheet, .cover: true
    case .root, .push: false
    }
  }
}

extension RouteStyle: CustomStringConvertible {
  /// The style's name, without the configuration of a sheet.
  public var description: String { kind.rawValue }
}

extension RouteStyle: Codable {
  private enum Kind: String, Codable, CaseIterable {
    case root, push, sheet, cover
  }

  private var kind: Kind {
    switch self {
    case .root: .root
    case .push: .push
    case .sheet: .sheet
    case .cover: .cover
    }
  }

  private enum CodingKeys: String, CodingKey {
    case kind, configuration
  }

  /// Decodes a style: `{"kind": "push"}`, with an additional `configuration` for a sheet.
  ///
  /// - Throws: `DecodingError` for an unknown kind, and for a sheet without a configuration.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(Kind.self, forKey: .kind) {
    case .root: self = .root
    case .push: self = .push
    case .cover: self = .cover
    case .sheet:
      self = .sheet(try values.decode(SheetConfiguration.self, forKey: .configuration))
    }
  }

  /// Encodes the style by its name.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    guard case .sheet(let configuration) = self else { return }
    try values.encode(configuration, forKey: .configuration)
  }
}
