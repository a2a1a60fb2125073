import { formula } from '../figures/formula.ts'

/**
 * The share of a life, 0 to 1, that a duration takes, both in hours: all of it where the duration is as long or longer. The
 * least share goes with the longest life. Example: 250 hours of 1,000 (500 to 2,000) are 0.25 (0.125 to 0.5).
 */
export const shareOfLife = formula(
  {
    name: 'share_of_life',
    text: 'min(1, duration / lifetime)',
    operands: ['duration', 'lifetime'],
    unit: '1',
    falling: ['lifetime'],
  },
  (duration, lifetime) => Math.min(1, duration / lifetime),
)

/**
 * Embedded impact over a duration: that of making the whole thing, times the share of its life.
 * Example: 1,200 kg CO2 eq. and a share of 0.25 are 300 kg.
 */
export const embedded = formula(
  {
    name: 'embedded',
    text: 'making * share_of_life',
    operands: ['making', 'share_of_life'],
    isImpact: true,
    signed: 'making',
  },
  (making, share) => making * share,
)
