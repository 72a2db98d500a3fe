/// A layer of the project, from the ground up; a target may use the layers in `below`.
enum Layer: String, CaseIterable {
  case framework = "Framework"
  case tools = "Tools"
  case ethereum = "Ethereum"
  case clients = "Clients"
  case features = "Features"
  case hosts = "Examples"

  /// The layers that targets of this one may import from: those below it, and mostly its own.
  var below: Set<Layer> {
    switch self {
    case .framework: [.framework]
    case .ethereum: [.ethereum]
    case .clients: [.framework, .ethereum, .clients]
    case .features: [.framework, .ethereum, .clients, .features]
    case .tools: [.framework, .tools]
    case .hosts: Set(Layer.allCases)
    }
  }
}

/// A target of ours, with the layer that its folder determines.
struct Module: Hashable {
  let name: String
  let layer: Layer

  /// Finds the module of a path: `Sources/<layer>/<name>/…` or `Examples/<name>/…`.
  ///
  /// The programs `wallet` and `devchain` are in the folders of their modules, `WalletCLI` and
  /// `DevServers`.
  init?(path: String) {
    let parts = path.split(separator: "/").map(String.init)
    if parts.count >= 4, parts[0] == "Sources", let layer = Layer(rawValue: parts[1]) {
      self.init(name: parts[2], layer: layer)
    } else if path.hasPrefix("Examples/Orders/") {
      // A separate package.
      return nil
    } else if path.hasPrefix("Examples/Wallet/") {
      self.init(name: parts[2] == "Main" ? "wallet" : "WalletCLI", layer: .hosts)
    } else if path.hasPrefix("Examples/devchain/") {
      self.init(name: parts[2] == "Main" ? "DevServersProgram" : "DevServers", layer: .hosts)
    } else if parts.count >= 3, parts[0] == "Examples" {
      self.init(name: parts[1], layer: .hosts)
    } else {
      return nil
    }
  }

  init(name: String, layer: Layer) {
    self.name = name
    self.layer = layer
  }

  /// The name of the folder that has the module's files.
  var folder: String {
    switch name {
    case "WalletCLI": "Wallet"
    case "wallet", "DevServersProgram": "Main"
    case "DevServers": "devchain"
    default: name
    }
  }

  /// True if the module does what a client only asks for.
  var isLive: Bool { name.hasSuffix("Live") || name == "DevChain" }

  /// True if only tests may use the module.
  var isForTests: Bool { name.hasSuffix("Testing") }
}
