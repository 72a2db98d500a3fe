import Foundation

/// A JSON file of orders.
enum OrderFile {
  private struct File: Decodable {
    var features: [Order]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      try values.requireOnly(["features"])
      features = try values.decode([Order].self, forKey: Key("features"))
    }
  }

  private struct Order: Decodable {
    var name: String
    var screen, client, summary: String?
    var fields: [Field]
    var actions: [String]
    var isPublic: Bool

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      try values.requireOnly([
        "name", "screen", "client", "fields", "actions", "public", "summary",
      ])
      name = try values.decode(String.self, forKey: Key("name"))
      screen = try values.decodeIfPresent(String.self, forKey: Key("screen"))
      client = try values.decodeIfPresent(String.self, forKey: Key("client"))
      summary = try values.decodeIfPresent(String.self, forKey: Key("summary"))
      fields = try values.decodeIfPresent([Field].self, forKey: Key("fields")) ?? []
      actions = try values.decodeIfPresent([String].self, forKey: Key("actions")) ?? []
      isPublic = try values.decodeIfPresent(Bool.self, forKey: Key("public")) ?? false
    }
  }

  private struct Field: Decodable {
    var name, type: String
    var value: String?

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      try values.requireOnly(["name", "type", "value"])
      name = try values.decode(String.self, forKey: Key("name"))
      type = try values.decode(String.self, forKey: Key("type"))
      value = try values.decodeIfPresent(String.self, forKey: Key("value"))
    }
  }

  /// Reads the orders of a file.
  ///
  /// - Throws: ``OrderRefusal/orders(_:)`` with the path in the file, or with the problem of the
  ///   file.
  static func read(_ url: URL, called path: String) throws(OrderRefusal) -> [FeatureOrder] {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: data)
    } catch let error as DecodingError {
      throw .orders("\(path): \(sentence(error))")
    } catch {
      throw .orders("\(path): \(error.localizedDescription)")
    }
    guard !file.features.isEmpty else {
      throw .orders("\(path): 'features' is empty; expected at least one order")
    }
    var orders: [FeatureOrder] = []
    for order in file.features { orders.append(try feature(order)) }
    return orders
  }

  private static func feature(_ order: Order) throws(OrderRefusal) -> FeatureOrder {
    var fields: [StateField] = []
    for field in order.fields {
      fields.append(
        try StateField(name: MemberName(field.name), type: field.type, value: field.value))
    }
    var actions: [MemberName] = []
    for action in order.actions { actions.append(try MemberName(action)) }
    return try FeatureOrder(
      name: TypeName(order.name), screen: try TypeName.named(order.screen),
      client: try TypeName.named(order.client), fields: fields, actions: actions,
      isPublic: order.isPublic, summary: order.summary)
  }

  private static func sentence(_ error: DecodingError) -> String {
    let place = { (path: [any CodingKey]) in
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        .replacing(".[", with: "[")
    }
    switch error {
    case .keyNotFound(let key, let context):
      let path = place(context.codingPath)
      return "'\(key.stringValue)' is missing\(path.isEmpty ? "" : " in \(path)")"
    case .typeMismatch(let type, let context):
      return "\(place(context.codingPath)): expected \(type)"
    case .valueNotFound(let type, let context):
      return "\(place(context.codingPath)): expected \(type), and there is null"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "this is no JSON"
        : "\(place(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      return error.localizedDescription
    }
  }
}

private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<Key> {
  /// Refuses unknown keys, so that a typing error is not ignored.
  fileprivate func requireOnly(_ names: [String]) throws {
    for key in allKeys where !names.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [key],
          debugDescription: "this key is unknown; expected one of \(names.joined(separator: ", "))"
        ))
    }
  }
}
