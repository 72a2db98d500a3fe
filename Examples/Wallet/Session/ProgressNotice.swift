import ActivityClient
import SendFeature

/// Reports what a command is waiting for, if nothing else does, until it is ended.
package struct ProgressNotice: Sendable {
  private let task: Task<Void, Never>

  /// Starts the notice.
  ///
  /// - Parameters:
  ///   - text: The awaited event.
  ///   - terminal: The destination; one with a progress line needs no notice.
  package init(_ text: String, on terminal: Terminal) {
    task = Task {
      var silence = SilenceReport()
      while !Task.isCancelled {
        do { try await ContinuousClock().sleep(for: .seconds(1)) } catch { return }
        if let text = silence.line(afterSecondOf: text) {
          terminal.tellWaiting(text, json: terminal.isReadByProgram)
        }
      }
    }
  }

  /// Ends the notice: the awaited event has occurred.
  package func end() { task.cancel() }
}

extension ActivityClient {
  /// Returns the journal, which reports each wait for another process that is writing.
  func telling(on terminal: Terminal) -> ActivityClient {
    guard terminal.showProgress == nil else { return self }
    let journal = self
    let begin: @Sendable () -> ProgressNotice = {
      ProgressNotice(ProgressText.text(.journalBusy), on: terminal)
    }
    var activity = journal
    activity.nextNonce = { question throws(NonceRefusal) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.nextNonce(question)
    }
    activity.record = { intent, transaction throws(RecordRefusal) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.record(intent, transaction)
    }
    activity.update = { id, event throws(UpdateRefusal) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.update(id, event)
    }
    activity.replace = { id, transaction throws(ReplaceRefusal) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.replace(id, transaction)
    }
    activity.payments = { query throws(JournalFailure) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.payments(query)
    }
    activity.payment = { reference throws(JournalFailure) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.payment(reference)
    }
    activity.unresolved = { () throws(JournalFailure) in
      let watch = begin()
      defer { watch.end() }
      return try await journal.unresolved()
    }
    return activity
  }
}
