/** One of the choices: its impact, if known, and how much it offers of each need. */
export interface Choice {
  readonly impact: number | undefined
  /** Amount of each kind, in the same order for all choices. */
  readonly amounts: readonly number[]
}

/**
 * The choices that no other beats on both amounts and impact, least impact first; equal ones are all kept. Choices
 * without a known impact are left out.
 *
 * Example: of 4 threads at 10 kg, 8 at 12 kg and 8 at 15 kg, it keeps the first two.
 */
export function paretoFront<Each extends Choice>(choices: readonly Each[]): readonly Each[] {
  const known = choices.filter((each): each is Each & { impact: number } => each.impact !== undefined)
  // Every choice with less impact comes earlier, and a dominated choice need not be compared: the one that dominates it
  // does the same.
  const front: (Each & { impact: number })[] = []
  for (const each of known.toSorted((a, b) => a.impact - b.impact)) {
    const isBeaten = front.some(
      ({ impact, amounts }) =>
        impact < each.impact && amounts.every((amount, kind) => amount >= (each.amounts[kind] as number)),
    )
    if (!isBeaten) front.push(each)
  }
  return front
}
