import { powerByModel } from '../formulas/power.ts'
import {
  aboveProfile,
  belowProfile,
  beyondProfile,
  fullAboveIdle,
  powerInRange,
  riseBetweenPoints,
} from '../formulas/server-power.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import { sum } from '../values/formula.ts'
import { type Estimate, exact } from '../values/range.ts'
import { meanOverLevels, type WorkloadPower } from './power-curve.ts'
import { ANY_LOAD, type PowerShape, shareAtLoad, shareOfWorkload } from './share-of-workload.ts'
import { LOAD_UNIT, type WorkloadAttribute } from './workload.ts'

/** A measured profile of a whole server, and the model for loads beyond its ends. */
export interface MeasuredProfile {
  /** By rising load; power does not fall. */
  readonly points: readonly WorkloadPower[]
  /** Path of the usage in the input. */
  readonly at: string
  /** Power of the model in W, without its errors; `cards` is what cards add from idle to full load. */
  readonly modelled: { readonly idle: number; readonly full: number; readonly cards: number }
  readonly powerClass: string
  readonly shape: PowerShape
  /** The error of the model for servers with this processor, 1 if it is right. A single point leaves it open. */
  readonly own: NumberAttribute
}

/** A measured point as quantities. */
interface Point {
  readonly power: NumberAttribute
  readonly load: NumberAttribute
  readonly share: Estimate
}

/**
 * Power of a server by measured points, which become quantities once for all loads. Between two points, it follows the
 * shape of the class. Beyond the ends, it follows the model. One point sets the height of the model's curve; idle power
 * alone sets its lower end.
 *
 * Example: 100 W idle and 300 W at 100 percent are 200 W where the shape is at 0.5.
 */
export class PowerProfile {
  readonly #profile: MeasuredProfile
  readonly #points: readonly Point[]
  readonly #idleShare: NumberAttribute
  readonly #cardShare: NumberAttribute

  constructor(profile: MeasuredProfile) {
    const { points, at, shape, modelled } = profile
    this.#profile = profile
    this.#points = points.map((point, index) => {
      const cell = { table: 'input', row: `${at}.powerProfile`, index, column: 'timeWorkload' } as const
      const load = leaf(cell, 'INPUT', exact(point.loadPercentage), LOAD_UNIT)
      return { power: measured(profile, index, point), load, share: shareAtLoad(shape, load) }
    })
    this.#idleShare = ofModel(profile, 'idle_share', modelled.full > 0 ? modelled.idle / modelled.full : 1, '1')
    this.#cardShare = ofModel(profile, 'card_share', modelled.full > 0 ? modelled.cards / modelled.full : 0, '1')
  }

  /** Power at a workload, in W. */
  power(workload: WorkloadAttribute | undefined): Estimate {
    const { shape, modelled, own } = this.#profile
    const [first, second] = this.#points
    if (first?.load.value === 0 && second === undefined) {
      const full = powerByModel.of(ofModel(this.#profile, 'full', modelled.full, 'W'), own)
      const idle = first.power
      return powerInRange.of(idle, RIGHT, fullAboveIdle.of(full, idle), shareOfWorkload(shape, workload))
    }
    const power =
      workload?.levels === undefined
        ? this.#powerAt(workload?.load ?? ANY_LOAD)
        : meanOverLevels(workload.levels, workload.at, (load) => this.#powerAt(load))
    return second === undefined ? powerByModel.of(power, own) : power
  }

  /** Power at a load in percent, in W. */
  #powerAt(load: Estimate): Estimate {
    const share = shareAtLoad(this.#profile.shape, load)
    const [first] = this.#points
    const last = this.#points.at(-1)
    if (first === undefined || last === undefined) throw new Error('A measured profile has no points')
    const rises = this.#points.slice(1).map((to, index) => {
      const from = this.#points[index] as Point
      return riseBetweenPoints.of(to.power, from.power, share, to.share, from.share)
    })
    const within = sum([first.power, ...rises], () => ['first', ...rises.map((_, index) => `rise_${index + 1}`)])
    const beyond = (formula: typeof belowProfile, end: Point) =>
      formula.of(this.#idleShare, this.#cardShare, share, load, end.share, end.load)
    return beyondProfile.of(within, beyond(belowProfile, first), beyond(aboveProfile, last))
  }
}

function measured({ at }: MeasuredProfile, index: number, { powerWatt }: WorkloadPower): NumberAttribute {
  const cell = { table: 'input', row: `${at}.powerProfile`, index, column: 'powerWatt' } as const
  return leaf(cell, 'INPUT', exact(powerWatt), 'W')
}

function ofModel({ powerClass, modelled }: MeasuredProfile, column: string, value: number, unit: string) {
  const source = `Model of the class ${powerClass}: ${modelled.idle.toPrecision(4)} W idle, ${modelled.full.toPrecision(4)} W at full load`
  return leaf({ table: 'server-power', row: powerClass, column }, 'COMPLETED', exact(value), unit, source)
}

const RIGHT = leaf({ table: 'defaults', row: 'idle', column: 'error' }, 'COMPLETED', exact(1), '1')
