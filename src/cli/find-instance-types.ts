import { type Assessor, USUAL_DURATION } from '../index.ts'

const MOST_FOUND = 50

/** What is looked for; everything by default. */
export interface Search {
  readonly provider?: string | undefined
  /** A part of the name. */
  readonly search?: string | undefined
  readonly minVcpu?: number | undefined
  /** GB */
  readonly minMemory?: number | undefined
  /** Where they run. */
  readonly location?: string | undefined
}

/**
 * Instance types by a part of their names, their processors and their memory, the 50 first of them with the source of what
 * they are, and the climate change of a year with its bounds. Throws a NotFoundError where there is no such provider.
 */
export async function findInstanceTypes(
  assessor: Assessor,
  { provider, search = '', minVcpu = 0, minMemory = 0, location }: Search,
  strict: boolean,
) {
  const { references, release } = assessor
  const id = provider === undefined ? undefined : references.provider(provider).id
  const found = references.tables.cloudInstances.filter(
    (each) =>
      (id === undefined || each.provider === id) &&
      each.instanceType.toLowerCase().includes(search.toLowerCase()) &&
      each.vcpu >= minVcpu &&
      each.memory >= minMemory,
  )
  const types = await Promise.all(
    found
      .slice(0, MOST_FOUND)
      .map(async ({ provider: of, instanceType, vcpu, memory, platform, source, derived, doubt }) => {
        const usage = location === undefined ? {} : { usage: { usageLocation: location } }
        const asset = { cloudInstance: { provider: of, instanceType, ...usage } }
        const { impacts, warnings } = await assessor.assess(asset, {
          criteria: ['gwp'],
          duration: USUAL_DURATION,
          strict,
        })
        const { total = null, unit } = impacts.gwp ?? {}
        const notes = [...(derived ? [derived] : []), ...(doubt ? [doubt] : [])]
        return {
          provider: of,
          instanceType,
          vcpu,
          memory,
          platform,
          source,
          notes,
          gwpOfAYear: total && { ...total, unit },
          warnings,
        }
      }),
  )
  return { release, found: found.length, types }
}
