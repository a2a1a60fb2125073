import type { MadeFigures } from '../engine/assessment/asset.ts'
import { shared } from '../engine/components/component.ts'
import type { AnyComponentBill } from '../engine/components/component-of.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { CloudInstanceType } from './tables.ts'

/** Some 4 kB each with their figures. */
const MOST_PARTS = 2000
/** Those of all providers; some 4 kB each with their figures in all criteria. */
const MOST_TYPES = 4000
/** A longer description is hardly ever repeated. */
const LONGEST_DESCRIPTION = 500

/**
 * Parts that rows of a list describe again and again, such as a processor by its name: each is resolved and made once.
 * It belongs to one data release.
 */
export class RepeatedParts {
  readonly #bills = new BoundedCache<string, AnyComponentBill>(MOST_PARTS)
  readonly #made = new BoundedCache<CloudInstanceType, MadeFigures>(MOST_TYPES)

  get(key: string): AnyComponentBill | undefined {
    return this.#bills.get(key)
  }

  set(key: string, bill: AnyComponentBill): void {
    this.#bills.set(key, shared(bill))
  }

  /** What making instances of a type is remembered in: it is the same wherever they run. */
  madeOf(type: CloudInstanceType): MadeFigures {
    return this.#made.getOrCompute(type, () => [])
  }
}

/**
 * The bill of a part, from the parts that are remembered, if any are. `described` is all that the bill
 * depends on besides the data release.
 */
export function repeated<Bill extends AnyComponentBill>(
  parts: RepeatedParts | undefined,
  described: readonly unknown[],
  resolve: () => Promise<Bill>,
): Promise<Bill> | Bill {
  if (parts === undefined) return resolve()
  const key = JSON.stringify(described)
  if (key.length > LONGEST_DESCRIPTION) return resolve()
  const known = parts.get(key)
  if (known !== undefined) return known as Bill
  return resolve().then((bill) => {
    parts.set(key, bill)
    return bill
  })
}
