package import ContactsClient
import DurableFiles
package import Headrace
import HeadraceFlow
import HeadraceTerminal
package import PasscodeFeature

/// Settings that the screens remember from one run to the next; none is secret, and losing them
/// does no harm.
package struct RememberedSettings: Equatable, Sendable {
  /// The language that the person chose; nil if the environment decides.
  package var language: Language?
  /// The kind of the wallet's passcode, so that unlocking draws the right keys.
  package var passcodeKind: PasscodeKind
  /// The person's name for the wallet; nil if it has none.
  package var walletName: ContactName?

  /// Creates settings; the arguments default to the values before any choice.
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

/// The storage of the remembered settings.
@DependencyClient
package struct RememberedSettingsClient: Sendable {
  /// Saves the settings; returns true if they could be written.
  package var keep: @Sendable (RememberedSettings) async -> Bool = { _ in true }
}

extension DependencyValues {
  /// The storage of the remembered settings.
  package var placeMemory: RememberedSettingsClient {
    get { self[RememberedSettingsKey.self] }
    set { self[RememberedSettingsKey.self] = newValue }
  }
}

private enum RememberedSettingsKey: TestDependencyKey {
  static let testValue = RememberedSettingsClient()
}

// MARK: - The File

/// The file of a home folder for the remembered settings.
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

  /// Creates the file of a home folder.
  init(home: String, files: FileSystem = .posix) {
    file = DurableFile(path: home + "/screens.json", byteCountMax: 4_096, files: files)
  }

  /// Returns the remembered settings; an unreadable file is set aside, and the defaults are used.
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
      // The wallet opens without them; the person can choose again.
      return RememberedSettings()
    }
  }

  /// Replaces the remembered settings; returns true if they were written.
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
  /// Returns a client of a file; a chosen language also applies to the home folder's commands.
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
  /// The settings to remember.
  var memory: RememberedSettings {
    RememberedSettings(language: chosenLanguage, passcodeKind: passcodeKind, walletName: walletName)
  }

  /// Applies remembered settings.
  mutating func recall(_ memory: RememberedSettings) {
    chosenLanguage = memory.language
    passcodeKind = memory.passcodeKind
    walletName = memory.walletName
    askPasscode()
  }
}

extension TerminalWallet {
  /// Selects the next language as the person's choice, if it can be shown.
  func chooseNextLanguage(_ state: inout State) -> Effect<Action> {
    guard !state.showsOnlyASCII else { return tellLanguage(state) }
    state.language = state.language.next
    state.chosenLanguage = state.language
    return .none
  }

  /// Shows the requirements of Korean.
  func tellLanguage(_ state: State) -> Effect<Action> {
    let text = Texts(state.language)[.toastNeedsUTF8]
    return .send(.toasts(.show(.info(TextState(verbatim: text)))))
  }

  /// Saves changed settings.
  func remember(_ memory: RememberedSettings) -> Effect<Action> {
    .run { [placeMemory] send in
      guard await !placeMemory.keep(memory) else { return }
      await send(.inner(.memoryNotKept))
    }
  }
}
