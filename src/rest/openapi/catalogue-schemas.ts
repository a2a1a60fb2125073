import type { JsonSchema } from '../../input/rest/json-schemas.ts'
import { number, object, ref, text, texts } from './schema-words.ts'

/** Answers that list what is known, by name. */
export const CATALOGUE_SCHEMAS = {
  Names: { ...texts, description: 'Names, the usual one first where there is one' },
  Paths: {
    type: 'object',
    description: 'Paths by kind',
    additionalProperties: text,
    examples: [{ laptop: 'v1/terminal/laptop' }],
  },
  ArchetypeCell: {
    type: 'object',
    description: 'What is assumed of an attribute; empty where nothing is',
    properties: { default: { anyOf: [number, text] }, min: number, max: number },
  },
  ArchetypeConfig: {
    type: 'object',
    description: 'What an archetype assumes, by attribute or by part and attribute',
    additionalProperties: {
      anyOf: [ref('ArchetypeCell'), { type: 'object', additionalProperties: ref('ArchetypeCell') }],
    },
    examples: [{ CPU: { units: { default: 2.5, min: 1.5, max: 4.5 } } }],
  },
  CodeByName: {
    type: 'object',
    description: 'Three-letter codes of locations, by name',
    additionalProperties: text,
    examples: [{ France: 'FRA' }],
  },
  CloudRegions: {
    type: 'array',
    description: 'Regions of the provider asked for; of all where none was',
    items: object('A region', { provider: text, region: text }, ['provider', 'region']),
    examples: [[{ provider: 'aws', region: 'eu-west-3' }]],
  },
  ImpactCriteria: {
    type: 'object',
    description: 'What each criterion counts, and in which unit, by its code',
    additionalProperties: object(
      'A criterion',
      {
        name: { ...text, description: 'The code in lower case' },
        unit: text,
        description: text,
        method: {
          type: ['string', 'null'],
          description: 'PEF, where it is a criterion of the Product Environmental Footprint',
        },
      },
      ['name', 'unit', 'description', 'method'],
    ),
    examples: [{ gwp: { name: 'gwp', unit: 'kgCO2eq', description: 'Total climate change', method: null } }],
  },
  CompletedName: {
    description:
      'All attributes of a part that the name completes, null where it completes none; a sentence where the name is not known',
    anyOf: [
      {
        type: 'object',
        additionalProperties: {
          anyOf: [number, text, { type: 'null' }, { type: 'object', additionalProperties: true }],
        },
      },
      text,
    ],
    examples: [{ units: null, name: 'Intel Xeon Gold 6240R', manufacturer: 'Intel', model_range: 'Xeon Gold' }],
  },
  Version: { ...text, description: 'A version', examples: ['2.4.1'] },
} as const satisfies Record<string, JsonSchema>
