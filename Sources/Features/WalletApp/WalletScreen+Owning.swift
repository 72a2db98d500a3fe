extension WalletScreen.State {
  /// Whether an action is one of this screen.
  func owns(_ action: WalletScreen.Action) -> Bool {
    switch (self, action) {
    case (.create, .create), (.unlock, .unlock), (.home, .home), (.send, .send),
      (.replace, .replace), (.profile, .profile), (.contacts, .contacts), (.networks, .networks),
      (.session, .session):
      true
    case (.create, _), (.unlock, _), (.home, _), (.send, _), (.replace, _), (.profile, _),
      (.contacts, _), (.networks, _), (.session, _):
      false
    }
  }
}
