import ContactsFeature
import Headrace
import HeadraceTerminal
import HomeFeature
import NetworksFeature
import ProfileFeature
import SendFeature
import SessionFeature
import WalletApp

// MARK: - Help

extension WalletScreens {
  private typealias Hint = (key: String, meaning: String)

  /// All keys of the screen below, and those common to all screens.
  var keys: ScreenView {
    ScreenView(
      texts[.keysTitle], hints: [("↑↓", texts[.keyScroll]), ("esc", texts[.keyBack])]
    ) {
      Scroll(from: state.scroll) {
        Text(below.title, .title)
        Facts(keysHere.map { ($0.key, $0.meaning) })
        Gap()
        Text(texts[.keysEverywhere], .title)
        Facts(sharedKeys.map { ($0.key, $0.meaning) })
        Gap()
        Text(texts[.keysTyping], .title)
        Facts(keysOfFields.map { ($0.key, $0.meaning) })
      }
    }
  }

  /// The screen that the help describes.
  private var below: ScreenView { state.top.map { view(of: .wallet($0)) } ?? welcome }

  private var keysHere: [Hint] { keysBeside + below.hints }

  /// Keys without a hint.
  private var keysBeside: [Hint] {
    switch state.top {
    case .home(let home):
      home.lines.isEmpty
        ? [] : [("↑↓", texts[.keyMove]), ("⏎", texts[.keyOpen])]
    case .send(let send):
      switch send.phase {
      case .editing, .failed: [("←→", texts[.keyFee])]
      case .reviewing, .refused: [("↑↓", texts[.keyScroll])]
      case .quoting, .submitting, .following, .unsettled, .confirmed: []
      }
    case .replace: [("↑↓", texts[.keyScroll])]
    case .profile(let profile): profile.phase == .idle ? [("↑↓", texts[.keyMove])] : []
    case .contacts(let contacts):
      switch contacts.phase {
      case .listing: [("↑↓", texts[.keyMove])]
      // In a form, the hint of tab covers the arrows.
      case .adding, .renaming: []
      }
    case .networks(let networks):
      switch networks.phase {
      case .listing: [("↑↓", texts[.keyMove])]
      case .adding: []
      }
    case nil: [("↑↓", texts[.keyMove])]
    // The message to sign may be longer than the window.
    case .session(let session):
      session.phase.is(\.reviewing) ? [("↑↓", texts[.keyScroll])] : []
    case .create, .unlock: []
    }
  }

  private var sharedKeys: [Hint] {
    [
      ("? F1", texts[.keysTitle]), ("esc", texts[.keyBack]), ("PgUp PgDn", texts[.keyPage]),
      ("Home End", texts[.keyEnds]), ("ctrl+l", texts[.keyRedraw]), ("ctrl+z", texts[.keyPause]),
      ("ctrl+c", texts[.keyQuit]),
    ]
  }

  private var keysOfFields: [Hint] {
    [
      ("tab", texts[.keyNext]), ("ctrl+a ctrl+e", texts[.keyLineEnds]),
      ("ctrl+w", texts[.keyEraseWord]), ("ctrl+u", texts[.keyEraseLine]),
    ]
  }
}
