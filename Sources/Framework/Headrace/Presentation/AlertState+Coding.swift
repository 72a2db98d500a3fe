/// Encodes what an alert says and offers, but not its id: a decoded alert is a new one.
extension AlertState: Encodable where Action: Encodable {
  /// Encodes what the alert says and offers.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: AlertCodingKeys.self)
    try values.encode(title, forKey: .title)
    try values.encodeIfPresent(message, forKey: .message)
    try values.encode(buttons, forKey: .buttons)
    try values.encodeIfPresent(mode, forKey: .mode)
  }
}

extension AlertState: Decodable where Action: Decodable {
  /// Decodes an alert, and gives it a new id.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: AlertCodingKeys.self)
    self.init(
      title: try values.decode(TextState.self, forKey: .title),
      message: try values.decodeIfPresent(TextState.self, forKey: .message),
      buttons: try values.decode([ButtonState<Action>].self, forKey: .buttons),
      mode: try values.decodeIfPresent(AlertMode.self, forKey: .mode))
  }
}

private enum AlertCodingKeys: String, CodingKey {
  case title, message, buttons, mode
}

extension ButtonState: Encodable where Action: Encodable {
  /// Encodes what the button says and does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ButtonCodingKeys.self)
    try values.encode(label, forKey: .label)
    try values.encodeIfPresent(role, forKey: .role)
    try values.encodeIfPresent(action.action, forKey: .action)
  }
}

extension ButtonState: Decodable where Action: Decodable {
  /// Decodes a button, and gives it a new id.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: ButtonCodingKeys.self)
    let label = try values.decode(TextState.self, forKey: .label)
    self.init(
      role: try values.decodeIfPresent(ButtonStateRole.self, forKey: .role),
      action: .send(try values.decodeIfPresent(Action.self, forKey: .action))
    ) {
      label
    }
  }
}

private enum ButtonCodingKeys: String, CodingKey {
  case label, role, action
}

extension ButtonStateRole: Codable {}

extension TextState: Codable {
  /// Encodes the keys of localized texts, so that another language can be shown later.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.singleValueContainer()
    try values.encode(parts)
  }

  /// Decodes a text.
  public init(from decoder: any Decoder) throws {
    parts = try decoder.singleValueContainer().decode([Part].self)
  }
}

extension TextState.Part: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, key, arguments, table
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .verbatim(let text):
      try values.encode(text, forKey: .text)
    case .localized(let key):
      try values.encode(key.key, forKey: .key)
      try values.encode(key.arguments, forKey: .arguments)
      try values.encodeIfPresent(key.tableName, forKey: .table)
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try values.decodeIfPresent(String.self, forKey: .text) {
      self = .verbatim(text)
    } else {
      self = .localized(
        LocalizedKey(
          key: try values.decode(String.self, forKey: .key),
          arguments: try values.decode([String].self, forKey: .arguments),
          tableName: try values.decodeIfPresent(String.self, forKey: .table)))
    }
  }
}
