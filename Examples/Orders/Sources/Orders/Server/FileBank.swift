import Foundation

/// A bank for the example, in a file with one line for each request.
///
/// Like a real bank, it remembers its payments after a crash, and executes one request per key.
/// Several programs can use the same file.
actor FileBank {
  /// The amount, in cents, above which it refuses.
  static let limit = 400_00

  private let file: FileHandle
  private let time: Duration
  private let clock = ContinuousClock()
  private var answers: [String: Payment.Answer] = [:]

  init(path: String, time: Duration) throws {
    if !FileManager.default.fileExists(atPath: path) {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
      }
    }
    file = try FileHandle(forUpdating: URL(filePath: path))
    self.time = time
  }

  /// Reads lines that this program or another one has written since the last read.
  private func readAnswers() throws {
    let text = try file.readToEnd() ?? Data()
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      switch words[0] {
      case "paid": answers[words[1]] = .paid(receipt: Self.receipt(words[1]))
      case "refused": answers[words[1]] = .refused(reason: Self.refusal)
      default: break
      }
    }
  }

  private static let refusal = "the bank refused the amount"
  private static func receipt(_ key: String) -> String { "receipt of \(key)" }

  /// The bank as features use it.
  nonisolated var client: Bank {
    Bank(
      pay: { cents, key in try await self.pay(cents, key) },
      refund: { key in try await self.refund(key) })
  }

  private func pay(_ cents: Int, _ key: String) async throws -> Payment.Answer {
    // Half of the time passes before the payment, and half before the answer.
    try await clock.sleep(for: time / 2)
    let answer = try answer(cents, key)
    try await clock.sleep(for: time / 2)
    return answer
  }

  private func answer(_ cents: Int, _ key: String) throws -> Payment.Answer {
    try alone {
      if let answer = answers[key] {
        try write("repeated \(key)")
        return answer
      }
      let isPaid = cents <= Self.limit
      try write("\(isPaid ? "paid" : "refused") \(key) \(cents)")
      let answer: Payment.Answer =
        isPaid ? .paid(receipt: Self.receipt(key)) : .refused(reason: Self.refusal)
      answers[key] = answer
      return answer
    }
  }

  private func refund(_ key: String) throws { try alone { try write("refunded \(key)") } }

  /// Runs a closure while no other program uses the file, after reading it.
  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = file.fileDescriptor
    guard flock(descriptor, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
    defer { flock(descriptor, LOCK_UN) }
    try readAnswers()
    return try body()
  }

  private func write(_ line: String) throws { try file.write(contentsOf: Data("\(line)\n".utf8)) }
}
