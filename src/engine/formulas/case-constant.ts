import { formula } from '../figures/formula.ts'

/** Blades that share the enclosure that the factors of blades were published for. */
const SLOTS_PER_ENCLOSURE = 16

/**
 * Impact of one case: of a rack where `is_blade` is 0, of a blade server with its sixteenth of the enclosure where it is 1.
 * Where only an archetype names the type, the other one is a bound. Example: blade, 880 / 16 + 30.9 = 85.9 kg CO2 eq.
 */
export const caseConstant = formula(
  {
    name: 'case_constant',
    text: 'rack * (1 - is_blade) + (enclosure / 16 + blade_server) * is_blade',
    operands: ['rack', 'enclosure', 'blade_server', 'is_blade'],
    fallingAt: (rack, enclosure, bladeServer) => (enclosure / SLOTS_PER_ENCLOSURE + bladeServer >= rack ? 0 : 0b1000),
  },
  (rack, enclosure, bladeServer, isBlade) =>
    rack * (1 - isBlade) + (enclosure / SLOTS_PER_ENCLOSURE + bladeServer) * isBlade,
)
