/** Property tests take this many times their runs in the nightly lane, from another seed each night. */
const TIMES = Number(process.env.TEST_RUNS ?? 1)

/** How often a property is tried. What lands a change tries the same values each time. */
export function runs(byDay: number): { numRuns: number; seed?: number } {
  return TIMES > 1 ? { numRuns: byDay * TIMES } : { numRuns: byDay, seed: 7 }
}
