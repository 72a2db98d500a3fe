import WalletCLI

/// The wallet's executable; everything it does is in `WalletCLI`.
@main
struct Wallet {
  static func main() {
    WalletMain.run(WalletCommand.self)
  }
}
