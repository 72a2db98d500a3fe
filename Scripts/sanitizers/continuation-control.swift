// Values that one task makes and another gets by a continuation. There is no race in here: what the
// thread sanitizer reports is false, and so is a report of the framework in which a value was got
// by a continuation. See controls.sh.
indirect enum Tree: Sendable {
  case leaf(Int)
  case pair(Tree, Tree)

  var sum: Int {
    switch self {
    case .leaf(let number): number
    case .pair(let left, let right): left.sum + right.sum
    }
  }
}

actor Gardener {
  func answer(_ questions: AsyncStream<CheckedContinuation<Tree, Never>>) async {
    for await question in questions {
      question.resume(returning: .pair(.leaf(1), .pair(.leaf(2), .leaf(3))))
    }
  }
}

@main struct Control {
  static func main() async {
    let (stream, questions) = AsyncStream.makeStream(of: CheckedContinuation<Tree, Never>.self)
    let gardener = Gardener()
    let answering = Task { await gardener.answer(stream) }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5_000 {
            _ = await withCheckedContinuation { _ = questions.yield($0) }.sum
          }
        }
      }
    }
    questions.finish()
    await answering.value
  }
}
