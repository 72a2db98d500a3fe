import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import ProfileFeature
import VaultClient

extension HomeSettings {
  /// The settings that can be chosen on the screens; unset ones stay unset until they are chosen.
  var preferences: Preferences {
    get {
      Preferences(
        unit: unit ?? .ether,
        autoLock: lockAfterSeconds.map { AutoLock(seconds: $0) } ?? .standard,
        hiddenAccounts: Set((hiddenAccounts ?? []).compactMap { Self.address($0) }))
    }
    set {
      let old = preferences
      if newValue.unit != old.unit { unit = newValue.unit }
      if newValue.autoLock != old.autoLock { lockAfterSeconds = newValue.autoLock.seconds }
      if newValue.hiddenAccounts != old.hiddenAccounts {
        let addresses = newValue.hiddenAccounts.map(\.checksummed).sorted()
        hiddenAccounts = addresses.isEmpty ? nil : addresses
      }
    }
  }

  /// Changes the settings of a home folder, while no other process does so.
  static func change<Failure: Error>(
    home: String, refusal: (RecordFailure) -> Failure,
    _ change: (inout HomeSettings) throws(Failure) -> Void
  ) throws(Failure) {
    try record(home: home).update(refusal: refusal) { settings throws(Failure) in
      var changed = settings ?? HomeSettings()
      try change(&changed)
      return changed
    }
  }
}

extension PreferencesClient {
  /// Returns a client that stores the preferences in a home folder's settings.
  static func live(home: String) -> PreferencesClient {
    PreferencesClient(
      keep: { preferences throws(PreferencesRefusal) in
        try HomeSettings.change(home: home, refusal: { PreferencesRefusal($0) }) {
          settings throws(PreferencesRefusal) in
          settings.preferences = preferences
        }
      })
  }
}

extension PreferencesRefusal {
  /// Converts an error of the file.
  init(_ failure: RecordFailure) {
    switch failure {
    case .damaged(let path): self = .damaged(path: path)
    case .unsupportedVersion(let path, let found, let supported):
      self = .unsupportedVersion(path: path, found: found, supported: supported)
    case .file(let failure):
      switch failure.reason {
      case .diskFull: self = .storage(.diskFull(path: failure.path))
      case .permissionDenied: self = .storage(.permissionDenied(path: failure.path))
      case .tooLarge: self = .damaged(path: failure.path)
      case .exposed(let mode): self = .storage(.exposed(path: failure.path, mode: mode))
      case .foreign: self = .storage(.foreign(path: failure.path))
      case .notAFile: self = .storage(.notAFile(path: failure.path))
      case .notKept: self = .storage(.notKept(path: failure.path))
      case .busy: self = .storage(.busy)
      case .system(let number):
        self = .storage(.system(path: failure.path, errorNumber: number))
      }
    }
  }
}
