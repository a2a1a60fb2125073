import { formula } from '../figures/formula.ts'

/** Impact of one blade server with its share of the enclosure. Example: 880 / 16 + 30.9 = 85.9 kg CO2 eq. */
export const bladeConstant = formula(
  {
    name: 'blade_constant',
    text: 'enclosure / slots + blade_server',
    operands: ['enclosure', 'slots', 'blade_server'],
    isImpact: true,
    fallingAt: (enclosure) => (enclosure >= 0 ? 0b010 : 0),
  },
  (enclosure, slots, bladeServer) => enclosure / slots + bladeServer,
)

/**
 * Impact of one case: of a rack where `is_blade` is 0, of a blade where it is 1. Where only an archetype names the type, the
 * other one is a bound. Example: a typical rack of 150 kg CO2 eq. is 150 (85.9 to 150), as a blade is 85.9.
 */
export const caseConstant = formula(
  {
    name: 'case_constant',
    text: 'rack * (1 - is_blade) + blade * is_blade',
    operands: ['rack', 'blade', 'is_blade'],
    isImpact: true,
    fallingAt: (rack, blade) => (blade >= rack ? 0 : 0b100),
  },
  (rack, blade, isBlade) => rack * (1 - isBlade) + blade * isBlade,
)
