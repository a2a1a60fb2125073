/**
 * The reference tables are not usable. `faults` has one line per fault: `electricity.csv:17: gwp: expected a number of
 * kg CO2 eq./kWh, got "abc"` (file, line, column, reason). The message is these lines.
 */
export class TableError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'TableError'
    this.faults = faults
  }
}
