import { COMPONENT_INPUTS } from '../../generated/component-inputs.ts'
import type { ComponentInput, ShownComponentFragment, ShownUsageFragment } from '../../generated/explorer-operations.ts'

/**
 * A part of a device as a component of its own: what was said of it or assumed of it is said again, and what was inferred
 * is left to be inferred again, so that one value can be changed and what follows from it follows.
 */
export function pinnedComponent(
  component: ShownComponentFragment,
  usage: ShownUsageFragment,
  changed: Readonly<Record<string, number | string>> = {},
  changedUsage: Readonly<Record<string, unknown>> = {},
): ComponentInput | undefined {
  const known = COMPONENT_INPUTS[component.kind]
  if (known === undefined) return undefined
  const input: Record<string, unknown> = {}
  for (const { name, attribute } of component.attributes) {
    const key = camelCase(name)
    const isGiven = attribute.status !== 'COMPLETED' || name === 'name'
    const value = attribute.number ?? attribute.text
    if (isGiven && value !== null && known.fields.includes(key)) {
      input[key] = known.whole.includes(key) ? Math.round(Number(value)) : value
    }
  }
  const load = component.usage.timeWorkload?.value
  const lifetime = component.usage.hoursLifeTime?.value ?? usage.hoursLifeTime?.value
  return {
    [known.name]: {
      ...withCaseType({ ...input, ...changed }),
      usage: {
        ...(usage.usageLocation && { usageLocation: usage.usageLocation.value }),
        ...(load !== undefined && load !== null && { timeWorkload: load }),
        ...(lifetime !== undefined && { hoursLifeTime: lifetime }),
        ...(usage.useTimeRatio && { useTimeRatio: usage.useTimeRatio.value }),
        ...changedUsage,
      },
    },
  } as ComponentInput
}

/** Kinds of cases are in upper case in GraphQL inputs. */
function withCaseType({ caseType, ...input }: Record<string, unknown>): Record<string, unknown> {
  return typeof caseType === 'string' ? { ...input, caseType: caseType.toUpperCase() } : input
}

/** `unit_weight` is `unitWeight` in GraphQL inputs. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
