import ArgumentParser

/// What somebody typed as a node's address, right or wrong.
///
/// The parser repeats a value that it can't read, and such a value may hold a password. So it reads
/// every one, and what is wrong is said afterwards without it.
struct TypedRPCAddress {
  /// The address, if it is one.
  let address: RPCAddress?
  private let problem: String

  /// The node that `wallet devchain` is.
  static let local = TypedRPCAddress(RPCAddress.local.description)

  /// Takes any text.
  init(_ text: String) {
    do {
      address = try RPCAddress(text)
      problem = ""
    } catch {
      address = nil
      problem = "\(error)"
    }
  }

  /// Refuses what is no address.
  func check(_ option: String) throws {
    guard address == nil else { return }
    throw ValidationError("the value of \(option) is no address: \(problem)")
  }
}
