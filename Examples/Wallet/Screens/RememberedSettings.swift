package import ContactsClient
import DurableFiles
package import Headrace
import HeadraceFlow
import HeadraceTerminal
package import PasscodeFeature

/// What the screens remember from one run to the next. Nothing of it is secret, and nothing is lost
/// with it.
package struct RememberedSettings: Equatable, Sendable {
  /// The language that the person chose; nil where the environment decides.
  package var language: Language?
  /// What the wallet's passcode consists of, so that unlocking draws the right keys.
  package var passcodeKind: PasscodeKind
  /// What the person calls the wallet; nil where it has no name.
  package var walletName: ContactName?

  /// What is remembered where nothing was chosen.
  package init(
    language: Language? = nil,
    passcodeKind: PasscodeKind = .passphrase(minimumCount: 8),
    walletName: ContactName? = nil
  ) {
    self.language = language
    self.passcodeKind = passcodeKind
    self.walletName = walletName
  }
}

/// Where the remembered settings are kept.
@DependencyClient
package struct RememberedSettingsClient: Sendable {
  /// Keeps it; answers whether it could be written.
  package var keep: @Sendable (RememberedSettings) async -> Bool = { _ in true }
}

extension DependencyValues {
  /// Where the remembered settings are kept.
  package var placeMemory: RememberedSettingsClient {
    get { self[RememberedSettingsKey.self] }
    set { self[RememberedSettingsKey.self] = newValue }
  }
}

private enum RememberedSettingsKey: TestDependencyKey {
  static let testValue = RememberedSettingsClient()
}

// MARK: - The File

/// The file of a home that has what the screens remember.
struct RememberedSettingsFile: Sendable {
  private struct Contents: Codable, Hashable {
    var format = "headrace-screens"
    var version = 1
    var language: String?
    var passcodeDigits: Int?
    var walletName: String?

    /// The wallet's name; nil if it has none, or if the stored text is not a valid name.
    var name: ContactName? {
      do throws(ContactName.Refusal) {
        return try walletName.map { text throws(ContactName.Refusal) in try ContactName(kept: text)
        }
      } catch {
        return nil
      }
    }
  }

  private let file: DurableFile

  /// Names the file of a home.
  init(home: String, files: FileSystem = .posix) {
    file = DurableFile(path: home + "/screens.json", byteCountMax: 4_096, files: files)
  }

  /// What is remembered; a file that can't be read means nothing, and is set aside.
  func read() -> RememberedSettings {
    do throws(FileFailure) {
      guard let bytes = try file.read() else { return RememberedSettings() }
      guard let contents = CanonicalJSON.decode(Contents.self, from: bytes),
        contents.format == Contents().format, contents.version == Contents().version,
        (contents.passcodeDigits ?? 6) == 6, contents.walletName == nil || contents.name != nil
      else {
        try file.setAside()
        return RememberedSettings()
      }
      return RememberedSettings(
        language: contents.language.flatMap(Language.init(rawValue:)),
        passcodeKind: contents.passcodeDigits.map { .digits(count: $0) }
          ?? RememberedSettings().passcodeKind,
        walletName: contents.name)
    } catch {
      // The wallet opens without it; the person chooses once more.
      return RememberedSettings()
    }
  }

  /// Replaces what is remembered; answers whether it was written.
  func write(_ memory: RememberedSettings) -> Bool {
    var contents = Contents(
      language: memory.language?.rawValue, walletName: memory.walletName?.text)
    if case .digits(let count) = memory.passcodeKind { contents.passcodeDigits = count }
    do throws(FileFailure) {
      try file.write(CanonicalJSON.encode(contents))
      return true
    } catch {
      return false
    }
  }
}

extension RememberedSettingsClient {
  /// What the screens of a home remember. A language that was chosen is that of its commands, too.
  static func live(_ file: RememberedSettingsFile, home: String) -> RememberedSettingsClient {
    RememberedSettingsClient { memory in
      guard file.write(memory) else { return false }
      guard let language = memory.language else { return true }
      do throws(RecordFailure) {
        if try HomeSettings.record(home: home).read()?.spokenLanguage == language { return true }
        try HomeSettings.change(home: home, refusal: { $0 }) { settings throws(RecordFailure) in
          settings.language = language.rawValue
        }
        return true
      } catch {
        return false
      }
    }
  }
}

// MARK: - Remembering

extension TerminalWallet.State {
  /// What is to be remembered.
  var memory: RememberedSettings {
    RememberedSettings(language: chosenLanguage, passcodeKind: passcodeKind, walletName: walletName)
  }

  /// Goes on with what was remembered.
  mutating func recall(_ memory: RememberedSettings) {
    chosenLanguage = memory.language
    passcodeKind = memory.passcodeKind
    walletName = memory.walletName
    askPasscode()
  }
}

extension TerminalWallet {
  /// Takes the language after this one, as the person's choice, where it can be shown.
  func chooseNextLanguage(_ state: inout State) -> Effect<Action> {
    guard !state.showsOnlyASCII else { return tellLanguage(state) }
    state.language = state.language.next
    state.chosenLanguage = state.language
    return .none
  }

  /// Says what Korean needs.
  func tellLanguage(_ state: State) -> Effect<Action> {
    let text = Texts(state.language)[.toastNeedsUTF8]
    return .send(.toasts(.show(.info(TextState(verbatim: text)))))
  }

  /// Keeps what changed.
  func remember(_ memory: RememberedSettings) -> Effect<Action> {
    .run { [placeMemory] send in
      guard await !placeMemory.keep(memory) else { return }
      await send(.inner(.memoryNotKept))
    }
  }
}
