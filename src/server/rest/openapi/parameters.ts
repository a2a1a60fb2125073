import { ALLOCATIONS } from '../../../engine/assessment/impact.ts'
import type { Criterion } from '../../../engine/values/criteria.ts'
import type { JsonSchema } from '../../../input/rest/json-schemas.ts'

/** Things with archetypes, named as in the routes. */
export type DescribedArchetype =
  | { readonly group: 'server' }
  | { readonly group: 'iot_device' }
  | { readonly group: 'component' | 'terminal'; readonly kind: string }

/** A parameter of one route. */
export interface Parameter {
  readonly name: string
  readonly in?: 'query' | 'path'
  readonly description: string
  readonly isRequired?: boolean
  readonly schema?: JsonSchema
  readonly example?: string | number | boolean | readonly string[]
  /** For a parameter with an archetype's id: the kind. Its example and any default come from the tables. */
  readonly archetypeOf?: DescribedArchetype
}

/** Parameters of every route with impacts. */
export type SharedParameter = 'verbose' | 'criteria' | 'duration' | 'allocation' | 'release' | 'strict'

export const IMPACT_PARAMETERS: readonly SharedParameter[] = [
  'verbose',
  'criteria',
  'duration',
  'allocation',
  'release',
  'strict',
]

interface SharedSettings {
  readonly defaultCriteria: readonly Criterion[]
  /** Criteria with figures in the default release. */
  readonly offered: readonly Criterion[]
  readonly releases: readonly string[]
  readonly usualRelease: string
}

/** The shared parameters, with the default criteria, the releases and the default release. */
export function sharedParameters({
  defaultCriteria,
  offered,
  releases,
  usualRelease,
}: SharedSettings): Readonly<Record<SharedParameter, Record<string, unknown>>> {
  return {
    verbose: {
      name: 'verbose',
      in: 'query',
      description: 'Whether the answer includes every attribute behind the impacts, with its status and source',
      schema: { type: 'boolean', default: true },
      example: false,
    },
    criteria: {
      name: 'criteria',
      in: 'query',
      description: `Impact criteria: ${offered.join(', ')}, or \`all\`. The answer has them in your order. Repeat the parameter or separate them by commas. Case does not matter; the answer keeps your spelling.`,
      style: 'form',
      explode: true,
      schema: {
        type: 'array',
        items: { type: 'string', examples: [...offered, 'all'] },
        default: defaultCriteria,
      },
      example: ['gwp', 'pe'],
    },
    duration: {
      name: 'duration',
      in: 'query',
      description: 'Duration in hours, above 0. Default: the lifetime',
      schema: { type: 'number', format: 'double', exclusiveMinimum: 0 },
      example: 8760,
    },
    allocation: {
      name: 'allocation',
      in: 'query',
      description:
        'How to count the embodied impact. LINEAR counts it in proportion to the duration: duration / lifetime. TOTAL counts it once for each lifetime that begins within the duration. In releases before 2026.12, both count at most one lifetime',
      schema: { type: 'string', enum: ALLOCATIONS, default: 'LINEAR' },
      example: 'LINEAR',
    },
    release: {
      name: 'release',
      in: 'query',
      description: 'Data release to assess with',
      schema: { type: 'string', enum: releases, default: usualRelease },
      example: usualRelease,
    },
    strict: {
      name: 'strict',
      in: 'query',
      description:
        'Whether to refuse unknown names, places and fields. Default: the service uses substitutes, with a warning',
      schema: { type: 'boolean', default: false },
      example: false,
    },
  }
}

/** The cloud provider of the listed things. */
export const provider: Parameter = { name: 'provider', description: 'Id of the cloud provider', example: 'aws' }

/** An archetype that completes missing details. */
export function archetypeParameter(archetypeOf: DescribedArchetype): Parameter {
  return { name: 'archetype', description: 'Archetype that completes missing attributes', archetypeOf }
}

/** An archetype to look up. */
export function requiredArchetype(archetypeOf: DescribedArchetype): Parameter {
  return { name: 'archetype', description: 'Id of the archetype', isRequired: true, archetypeOf }
}
