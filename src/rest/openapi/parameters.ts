import { ALLOCATIONS } from '../../engine/assessment/impact.ts'
import { CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import type { JsonSchema } from '../../input/rest/json-schemas.ts'

/** Things that have archetypes, named as in the routes. */
export type DescribedArchetype =
  | { readonly group: 'server' }
  | { readonly group: 'iot_device' }
  | { readonly group: 'component' | 'terminal'; readonly kind: string }

/** A parameter of a route's own. */
export interface Parameter {
  readonly name: string
  readonly in?: 'query' | 'path'
  readonly description: string
  readonly isRequired?: boolean
  readonly schema?: JsonSchema
  readonly example?: string | number
  /** The id of an archetype of this: its example, and its default where it need not be given, come from the tables. */
  readonly archetypeOf?: DescribedArchetype
}

/** Parameters that every route with impacts has. */
export type SharedParameter = 'verbose' | 'criteria' | 'duration' | 'allocation' | 'release' | 'strict'

export const IMPACT_PARAMETERS: readonly SharedParameter[] = [
  'verbose',
  'criteria',
  'duration',
  'allocation',
  'release',
  'strict',
]

/** The shared parameters, with the usual criteria, the releases and the usual release. */
export function sharedParameters(
  defaultCriteria: readonly Criterion[],
  releases: readonly string[],
  usualRelease: string,
): Readonly<Record<SharedParameter, Record<string, unknown>>> {
  return {
    verbose: {
      name: 'verbose',
      in: 'query',
      description: 'Whether the answer also shows every attribute it was computed from, with its origin',
      schema: { type: 'boolean', default: true },
      example: false,
    },
    criteria: {
      name: 'criteria',
      in: 'query',
      description:
        'Impact criteria, in the order of the answer; repeated or separated by commas, in upper or lower case; `all` for all of them',
      style: 'form',
      explode: true,
      schema: {
        type: 'array',
        items: { type: 'string', enum: [...CRITERION_CODES, 'all'] },
        default: defaultCriteria,
      },
      example: ['gwp', 'pe'],
    },
    duration: {
      name: 'duration',
      in: 'query',
      description: 'Hours that are assessed, above 0; the lifetime when left out',
      schema: { type: 'number', format: 'double', exclusiveMinimum: 0 },
      example: 8760,
    },
    allocation: {
      name: 'allocation',
      in: 'query',
      description:
        'How much of the embedded impacts is counted: LINEAR, the share of the lifetime that is assessed; TOTAL, all of them',
      schema: { type: 'string', enum: ALLOCATIONS, default: 'LINEAR' },
      example: 'LINEAR',
    },
    release: {
      name: 'release',
      in: 'query',
      description: 'Data release whose figures the answer comes from',
      schema: { type: 'string', enum: releases, default: usualRelease },
      example: usualRelease,
    },
    strict: {
      name: 'strict',
      in: 'query',
      description: 'Whether an unknown place or name is refused, rather than replaced with a warning',
      schema: { type: 'boolean', default: false },
      example: false,
    },
  }
}

/** The cloud provider of what is listed. */
export const provider: Parameter = { name: 'provider', description: 'Id of the cloud provider', example: 'aws' }

/** An archetype that completes what is not given. */
export function archetypeParameter(archetypeOf: DescribedArchetype): Parameter {
  return { name: 'archetype', description: 'Archetype that completes what is not given', archetypeOf }
}

/** An archetype that is looked up. */
export function requiredArchetype(archetypeOf: DescribedArchetype): Parameter {
  return { name: 'archetype', description: 'Id of the archetype', isRequired: true, archetypeOf }
}
