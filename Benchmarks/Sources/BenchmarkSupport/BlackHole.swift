/// Consumes a value in a way that the compiler can't optimise away.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) where Value: ~Copyable {}
