import { type Limits, NOT_NEGATIVE, POSITIVE } from '../files/cells.ts'

const SHARE: Limits = { min: 0, max: 1 }

/**
 * The constants that formulas read, and their limits. Every release needs them, except those in NEUTRAL_CONSTANTS and
 * EARLIER_CONSTANTS.
 */
export const NEEDED_CONSTANTS: ReadonlyMap<string, Limits> = new Map([
  ['energy_mj_per_kwh', POSITIVE],
  ['hours_per_year', POSITIVE],
  ['life_cap', { min: 1 }],
  ['wafer_diameter', POSITIVE],
  ['wafer_kerf', NOT_NEGATIVE],
  ['wafer_defects', NOT_NEGATIVE],
  ['edge_loss', SHARE],
  ['murphy', SHARE],
  ['generic_drives', NOT_NEGATIVE],
  ['mean_of_regions', SHARE],
  ['vram_area', NOT_NEGATIVE],
  ['blade_slots', POSITIVE],
  ['ram_power', NOT_NEGATIVE],
  ['cpu_power_idle', POSITIVE],
  ['cpu_power_low', POSITIVE],
  ['cpu_power_medium', POSITIVE],
  ['cpu_power_full', POSITIVE],
  ['cpu_power_least', NOT_NEGATIVE],
  ['building', NOT_NEGATIVE],
  ['pue_default', { min: 1 }],
  ['pue_region_below', NOT_NEGATIVE],
  ['pue_region_above', NOT_NEGATIVE],
  ['wue_default', NOT_NEGATIVE],
  ['gpu_idle', SHARE],
  ['gpu_full', POSITIVE],
  ['gpu_full_utilisation_least', NOT_NEGATIVE],
  ['gpu_load_default', SHARE],
  ['ssd_power', NOT_NEGATIVE],
  ['hdd_power', NOT_NEGATIVE],
  ['ssd_typical', POSITIVE],
  ['hdd_typical', POSITIVE],
  ['drive_life', POSITIVE],
  ['storage_copies', POSITIVE],
  ['network_region', NOT_NEGATIVE],
  ['network_between_regions', NOT_NEGATIVE],
  ['network_internet', NOT_NEGATIVE],
  ['server_power_field', POSITIVE],
  ['supply_efficiency', { above: 0, max: 1 }],
  ['drives_in_rest', NOT_NEGATIVE],
  ['server_ssd_power', NOT_NEGATIVE],
  ['server_hdd_power', NOT_NEGATIVE],
  ['card_overhead', NOT_NEGATIVE],
  ['module_overhead', NOT_NEGATIVE],
  ['cpu_tdp_default', POSITIVE],
  ['switch_ports', POSITIVE],
  ['switch_fixed_share', SHARE],
  ['array_drive_power', NOT_NEGATIVE],
])

/**
 * The value of a constant in releases without it. It makes the constant's term vanish, so that a formula may gain a
 * term without changing published releases.
 */
export const NEUTRAL_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['edge_loss', 1],
  ['generic_drives', 0],
  ['mean_of_regions', 0],
  ['murphy', 0],
  // Without the table server-power, no formula has these.
  ['server_power_field', 1],
  ['supply_efficiency', 1],
  ['drives_in_rest', 0],
  ['server_ssd_power', 0],
  ['server_hdd_power', 0],
  ['card_overhead', 0],
  ['module_overhead', 0],
  ['cpu_tdp_default', 0],
  // Without factors of switches and arrays, neither.
  ['switch_ports', 0],
  ['switch_fixed_share', 1],
  ['array_drive_power', 0],
])

/** The value of a constant in releases without it, if its term stays in the calculation. */
export const EARLIER_CONSTANTS: ReadonlyMap<string, number> = new Map([['life_cap', 1]])

/** The power of an unknown processor. */
const USUAL_POWER = /^cpu\/DEFAULT\/power_profile_[abcd]$/

/** Whether every release needs a row, by its table and key. */
export function isNeeded(table: string, key: string): boolean {
  if (table === 'constants') return NEEDED_CONSTANTS.has(key)
  return table === 'component-archetypes' && USUAL_POWER.test(key)
}
