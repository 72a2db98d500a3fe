import Headrace
import HeadraceFlow
import WalletApp

/// Prints each action of the wallet, and each screen that appears.
final class EventPrinter: StoreInstrument {
  private let narrate: @Sendable (String) -> Void
  private let language: Language
  private var screens: [String] = []

  init(_ language: Language, _ narrate: @escaping @Sendable (String) -> Void) {
    self.language = language
    self.narrate = narrate
  }

  func actionReceived(_ action: WalletApp.Action, id: ActionID, origin: ActionOrigin) {
    let mark = origin == .host ? "→" : "←"
    narrate("   \(mark) \(Self.path(of: action))")
  }

  func actionReduced(_ action: WalletApp.Action, id: ActionID, state: WalletApp.State) {
    let now = state.routes.map { Self.name(of: $0.screen).text(in: language) }
    guard now != screens else { return }
    screens = now
    narrate("   ▪ \(now.joined(separator: " › "))")
  }

  /// Returns the names of an action's nested cases, without payloads, which may be private.
  static func path(of action: Any) -> String {
    var names: [String] = []
    var value = action
    while true {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { break }
      guard let child = mirror.children.first, let label = child.label else {
        names.append("\(value)")
        break
      }
      if label != "router" && label != "routeAction" { names.append(label) }
      value = Self.payload(child.value)
    }
    return names.joined(separator: ".")
  }

  /// Returns the action inside a payload that also has an id.
  private static func payload(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return value }
    return mirror.children.first { $0.label == "action" }?.value ?? value
  }

  static func name(of screen: WalletScreen.State) -> Phrase {
    switch screen {
    case .create: Phrase("Create")
    case .unlock: Phrase("Unlock")
    case .home: Phrase("Home")
    case .send: Phrase("Send")
    case .replace: Phrase("Replace")
    case .profile: Phrase("Profile")
    case .contacts: Phrase("Contacts")
    case .networks: Phrase("Networks")
    case .session: Phrase("Session")
    }
  }
}
