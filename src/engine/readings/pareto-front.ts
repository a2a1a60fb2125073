/** What is chosen among: its impact, where that is known, and how much it has of what is wanted. */
export interface Choice {
  readonly impact: number | undefined
  /** Of each kind, in the same order for all. */
  readonly amounts: readonly number[]
}

/**
 * Choices of which no other has as much of everything at less impact, those with the least impact first; of equal ones all.
 * Those whose impact is not known are none of them.
 *
 * Example: of 4 threads at 10 kg, 8 at 12 kg and 8 at 15 kg the first two.
 */
export function paretoFront<Each extends Choice>(choices: readonly Each[]): readonly Each[] {
  const known = choices.filter((each): each is Each & { impact: number } => each.impact !== undefined)
  // Every choice with less impact stands before it; only those that nothing dominates can dominate.
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
