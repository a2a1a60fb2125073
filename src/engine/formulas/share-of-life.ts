import { formula } from '../values/formula.ts'

/** Tolerance in lives: rounding errors must not begin a fifth life after a duration of four. */
const WHOLE = 1e-9

/**
 * The lives that a duration takes, at most `life_cap`; both times are in hours. Below 1 it is a share of one life;
 * above 1 the thing is replaced. The longest lifetime gives the fewest lives. Example: 250 hours of 1,000 (500 to
 * 2,000) are 0.25 (0.125 to 0.5). 2,500 hours are 2.5 lives, or 1 with a `life_cap` of 1.
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
 * The lives that a duration begins, at least 1 and at most `life_cap`: how often the thing is made. Example: 2,500
 * hours of 1,000 begin 3 lives, and 2,000 hours begin 2.
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
 * Embodied impact over a duration: that of a whole life, times the lives that count. Example: 1,200 kg CO2 eq. and
 * 0.25 of a life are 300 kg.
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
