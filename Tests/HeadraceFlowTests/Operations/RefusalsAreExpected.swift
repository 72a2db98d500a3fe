import HeadraceFlow
import HeadraceTesting
import Testing

extension Trait where Self == DependenciesTrait {
  /// For tests of what operations return: a refusal is a result, not a mistake.
  static var refusalsAreExpected: Self {
    .dependencies { $0.refusedRouteOperations = .returnFalse }
  }
}
