import BenchmarkSupport

/// A row of the table: what one program measured, with its instructions.
struct Row {
  let record: Record
  let instructions: Double?
}
