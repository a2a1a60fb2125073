/** Hours of a year in thousands: kWh a year divided by it are the mean power in W. */
const KILOHOURS_PER_YEAR = 8.76

/** W in use of a device with these kWh a year, in use for that share of the time: 22 kWh in 0.125 of it are 20.09 W. */
export function powerInUse(kwhPerYear: number, share: number): number {
  return kwhPerYear / (KILOHOURS_PER_YEAR * share)
}
