package import VaultClient

/// Reports the progress of a command's work that takes longer than half a second.
package struct ProgressWatch: Sendable {
  /// The text while the vault is idle, such as `Waiting for a block`.
  private var waiting: String
  private var stage = VaultProgress.idle
  private var idleSecondCount = 0

  /// An event that is watched.
  package enum Event: Equatable, Sendable {
    /// The vault reached another stage.
    case stage(VaultProgress)
    /// A second passed.
    case second
    /// The command waits for something else.
    case waiting(String)
  }

  /// Starts the watch.
  package init(waiting: String) {
    self.waiting = waiting
  }

  /// Returns what to show after an event; `nil` for nothing.
  package mutating func line(after event: Event) -> String? {
    switch event {
    case .stage(let stage):
      self.stage = stage
      idleSecondCount = 0
    case .second:
      idleSecondCount += 1
    case .waiting(let text):
      waiting = text
    }
    switch stage {
    case .derivingKey(let fraction):
      return Phrase("Deriving the key … \(Int((fraction * 100).rounded(.down))) %").text
    case .finishing:
      return Phrase("Deriving the key … done").text
    case .idle:
      return idleSecondCount == 0 ? nil : Phrase("\(waiting) … \(idleSecondCount) s").text
    }
  }

  /// Shows the progress until the task is cancelled.
  ///
  /// - Parameters:
  ///   - stages: The vault's stages.
  ///   - texts: The text of what the command waits for, whenever it changes.
  ///   - show: Shows a line, or removes it.
  func show(
    _ stages: AsyncStream<VaultProgress>,
    _ texts: AsyncStream<String> = AsyncStream { $0.finish() },
    on show: @Sendable (String?) -> Void
  ) async {
    var watch = self
    let (events, continuation) = AsyncStream<Event>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await stage in stages { continuation.yield(.stage(stage)) }
      }
      group.addTask {
        for await text in texts { continuation.yield(.waiting(text)) }
      }
      group.addTask {
        while !Task.isCancelled {
          do {
            try await ContinuousClock().sleep(for: .seconds(1))
          } catch {
            return
          }
          continuation.yield(.second)
        }
      }
      for await event in events { show(watch.line(after: event)) }
      group.cancelAll()
    }
    show(nil)
  }
}
