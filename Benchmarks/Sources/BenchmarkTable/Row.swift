import BenchmarkSupport

/// A row of the table: the record of one program, with its instructions.
struct Row {
  let record: Record
  let instructions: Double?
}
