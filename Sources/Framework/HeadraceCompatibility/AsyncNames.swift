extension Task where Failure == Never {
  /// Waits until the awaiting task is cancelled, and never returns a value.
  ///
  /// - Throws: `CancellationError`, once the task is cancelled.
  public static func never() async throws -> Success {
    var end = AsyncStream<Void> { _ in }.makeAsyncIterator()
    _ = await end.next()
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the awaiting task is cancelled; for use as a statement, for which no type is
  /// inferred.
  ///
  /// - Throws: `CancellationError`, once the task is cancelled.
  public static func never() async throws {
    try await Task<Void, Never>.never()
  }
}

extension Task where Failure == Never {
  /// The task's value.
  ///
  /// The task is cancelled if the task that awaits it is cancelled.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// The task's value, or its error.
  ///
  /// The task is cancelled if the task that awaits it is cancelled.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension AsyncStream {
  /// A stream that never produces an element and never finishes.
  public static var never: Self { Self { _ in } }

  /// A stream that has finished without elements.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that never produces an element and never finishes.
  public static var never: Self { Self { _ in } }

  /// Returns a stream that has finished without elements, with or without an error.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
