import { formula } from '../values/formula.ts'

/** Tolerance in lifetimes: rounding errors must not start a fifth lifetime after a duration of four. */
const WHOLE = 1e-9

/**
 * The lifetimes that a duration takes, at most `life_cap`; both times are in hours. Below 1 it is a share of one
 * lifetime; above 1 the thing is replaced. The longest lifetime gives the smallest number. Example: with a
 * lifetime of 1,000 hours (500 to 2,000), 250 hours give 0.25 (0.125 to 0.5), and 2,500 hours 2.5, or 1 with a
 * `life_cap` of 1.
 */
export const shareOfLife = formula(
  {
    name: 'share_of_life',
    text: 'min(life_cap, duration / lifetime)',
    operands: ['duration', 'lifetime', 'life_cap'],
    unit: '1',
    falling: ['lifetime'],
  },
  (duration, lifetime, lifeCap) => Math.min(lifeCap, duration / lifetime),
)

/**
 * The lifetimes that start in a duration, at least 1 and at most `life_cap`: how often the thing is made. Example:
 * 2,500 hours of 1,000 start 3 lifetimes, and 2,000 hours start 2.
 */
export const livesBegun = formula(
  {
    name: 'lives_begun',
    text: 'min(life_cap, max(1, ceil(duration / lifetime - 0.000000001)))',
    operands: ['duration', 'lifetime', 'life_cap'],
    unit: '1',
    falling: ['lifetime'],
  },
  (duration, lifetime, lifeCap) => Math.min(lifeCap, Math.max(1, Math.ceil(duration / lifetime - WHOLE))),
)

/**
 * Embodied impact over a duration: that of a whole lifetime, times the lifetimes that count. Example: 1,200 kg CO2 eq.
 * and 0.25 lifetimes are 300 kg.
 */
export const embedded = formula(
  {
    name: 'embedded',
    text: 'whole_life * lives',
    operands: ['whole_life', 'lives'],
    signed: 'whole_life',
  },
  (wholeLife, lives) => wholeLife * lives,
)
