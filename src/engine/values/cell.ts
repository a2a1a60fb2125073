import { type AttributeStatus, leaf, type NumberAttribute } from './attribute.ts'
import type { Leaf } from './leaf.ts'
import type { Range } from './range.ts'

/**
 * A number of a table, such as `server-archetypes.dellR740.ram_capacity`, typical for what the row describes. `source`
 * says where the row was published, or why the number is assumed.
 */
export class Cell {
  readonly leaf: Leaf
  readonly numbers: Range
  readonly source: string | undefined
  readonly status: AttributeStatus
  private attribute: NumberAttribute | undefined

  constructor(leaf: Leaf, numbers: Range, source?: string, status: AttributeStatus = 'ARCHETYPE') {
    this.leaf = leaf
    this.numbers = numbers
    this.source = source
    this.status = status
  }

  /** The cell as an attribute, created once. */
  in(unit: string | undefined): NumberAttribute {
    this.attribute ??= leaf(this.leaf, this.status, this.numbers, unit, this.source)
    return this.attribute
  }
}
