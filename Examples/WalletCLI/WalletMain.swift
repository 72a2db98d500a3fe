import ArgumentParser

/// Runs the program.
package enum WalletMain {
  /// Runs the program with the arguments of the process, and ends the process.
  package static func run() async {
    await WalletCommand.main()
  }
}
