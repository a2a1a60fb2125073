import { listed } from '../values/listed.ts'

/**
 * Puts things that cannot be told apart into one group, in the order of their first ones. `areAlike` must be
 * transitive.
 *
 * @example
 * groupsOfAlike([1, 2, 3], (a, b) => a % 2 === b % 2) // [[1, 3], [2]]
 */
export function groupsOfAlike<Thing>(
  things: readonly Thing[],
  areAlike: (one: Thing, other: Thing) => boolean,
): readonly (readonly Thing[])[] {
  const groups: Thing[][] = []
  for (const thing of things) {
    const group = groups.find(([first]) => areAlike(first as Thing, thing))
    if (group === undefined) groups.push([thing])
    else group.push(thing)
  }
  return groups
}

/**
 * That things cannot be told apart, without a full stop.
 *
 * @example
 * cannotTell(['iPhone 15', 'Galaxy S24']) // 'We cannot tell iPhone 15 from Galaxy S24'
 */
export function cannotTell(labels: readonly string[]): string {
  const [one, other] = labels
  return labels.length === 2 ? `We cannot tell ${one} from ${other}` : `We cannot tell ${listed(labels)} apart`
}
