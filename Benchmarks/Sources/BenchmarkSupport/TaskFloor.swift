/// The floors of effects: Swift's cheapest ways to do work that reports to an actor.
public enum TaskFloor {
  private actor Plain {
    func answer() {}
  }

  /// F2a: a task that calls an empty method of a plain actor, awaited.
  public static var plainActor: Floor {
    let plain = Plain()
    return Floor("F2a") { count in
      for _ in 0..<count { await Task { await plain.answer() }.value }
    }
  }

  /// F2m: an empty task on the main actor, awaited.
  public static var mainActor: Floor {
    Floor("F2m") { count in
      for _ in 0..<count { await Task { @MainActor in }.value }
    }
  }
}
