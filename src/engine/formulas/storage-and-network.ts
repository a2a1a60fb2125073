import { formula } from '../values/formula.ts'

export const GIGABYTES_PER_TERABYTE = 1000

/** GB that a service stores on drives, copies included. Example: 1,000 GB in 2 copies are 2,000 GB. */
export const gigabytesKept = formula(
  { name: 'kept', text: 'gigabytes * copies', operands: ['gigabytes', 'copies'], unit: 'GB' },
  (gigabytes, copies) => gigabytes * copies,
)

/**
 * The part of a drive that does not depend on its size, per GB. Example: 31.11 kg CO2 eq. of a drive of 16,000 GB are
 * 1.94 g per GB.
 */
export const perGigabyte = formula(
  {
    name: 'per_gigabyte',
    text: 'base / drive_size',
    operands: ['base', 'drive_size'],
    unit: (base) => base && `${base}/GB`,
    falling: ['drive_size'],
    signed: 'base',
  },
  (base, driveSize) => base / driveSize,
)

/** Power of drives by capacity (Cloud Carbon Footprint). Example: 2,000 GB at 1.2 W per TB are 2.4 W. */
export const powerOfStorage = formula(
  { name: 'storage_power', text: 'kept / 1000 * watt_per_tb', operands: ['kept', 'watt_per_tb'], unit: 'W' },
  (kept, wattPerTb) => (kept / GIGABYTES_PER_TERABYTE) * wattPerTb,
)

/** Electricity of a network by the volume moved. Example: 100 GB at 0.001 kWh per GB are 0.1 kWh. */
export const energyOfVolume = formula(
  { name: 'network_energy', text: 'gigabytes * kwh_per_gb', operands: ['gigabytes', 'kwh_per_gb'], unit: 'kWh' },
  (gigabytes, kwhPerGb) => gigabytes * kwhPerGb,
)
