import { ATTRIBUTE_STATUSES } from '../../engine/figures/attribute.ts'
import { CRITERIA, CRITERION_CODES } from '../../engine/figures/criteria.ts'
import { snakeCase } from '../../engine/figures/snake-case.ts'
import { componentShapes } from '../../input/component-input.ts'
import { functionalBlockShape } from '../../input/iot-device-input.ts'
import { isNumber, type JsonSchema } from '../../input/rest/json-schemas.ts'
import { CATALOGUE_SCHEMAS } from './catalogue-schemas.ts'
import { impactsExample } from './impacts-example.ts'
import { number, object, ref, text, texts } from './schema-words.ts'
import { V2_SCHEMAS } from './v2-schemas.ts'

function refs(name: string, keys: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(keys.map((key) => [key, ref(name)]))
}

const warnings = { ...texts, description: 'What to keep in mind when reading it' }

const origin = {
  status: {
    type: 'string',
    enum: ATTRIBUTE_STATUSES,
    description:
      'Where it comes from: INPUT, the request; COMPLETED, inferred from the request; ARCHETYPE, a typical thing; DEFAULT, an assumption; CHANGED, the request, read as a similar value',
  },
  unit: { ...text, description: 'Its unit; /1 is a ratio' },
  source: { ...text, description: 'What it was inferred or taken from' },
  warnings,
} as const

const bounds = {
  min: { ...number, description: 'The least it may be; absent where the request gave it' },
  max: { ...number, description: 'The most it may be; absent where the request gave it' },
}

const usage = {
  duration: ref('Duration'),
  ...refs('NumberAttribute', ['avg_power', 'use_time_ratio', 'hours_life_time']),
  usage_location: ref('TextAttribute'),
}

const factors = refs(
  'NumberAttribute',
  CRITERION_CODES.map((code) => `${code}_factor`),
)

/** Every attribute that a component of some kind has. */
const componentAttributes = Object.fromEntries(
  [...Object.values(componentShapes), { hslLevel: functionalBlockShape.hslLevel }]
    .flatMap((shape) => Object.entries(shape))
    .map(([name, field]) => [snakeCase(name), ref(isNumber(field) ? 'NumberAttribute' : 'TextAttribute')]),
)

const PARTS = ['ASSEMBLY', 'CPU', 'GPU', 'RAM', 'SSD', 'HDD', 'POWER_SUPPLY', 'CASE', 'MOTHERBOARD']

/** The first of each part by name, since generated clients ignore patterns; the second of a kind is RAM-2. */
const parts = refs(
  'ComponentDetails',
  PARTS.map((part) => `${part}-1`),
)
const furtherParts = { patternProperties: { '^[A-Z][A-Z0-9_]*-[1-9][0-9]*$': ref('ComponentDetails') } }

/** An answer with impacts, and what it shows when it is verbose. */
function assessment(of: string, details: string) {
  return object(
    `Impacts of ${of}`,
    {
      impacts: ref('Impacts'),
      verbose: { ...ref(details), description: 'What the impacts were computed from; absent with verbose=false' },
      warnings: { ...texts, description: 'What was assumed, and which parts of the request were not understood' },
    },
    ['impacts'],
  )
}

/** Schemas of what answers are made of, by name: `components/schemas` of the OpenAPI document. */
export const ANSWER_SCHEMAS = {
  Figure: {
    ...object(
      'A figure, rounded to what its bounds allow',
      {
        value: { ...number, description: 'The figure, in the unit of its criterion' },
        min: { ...number, description: 'The least it may be, in the same unit' },
        max: { ...number, description: 'The most it may be, in the same unit' },
        warnings,
      },
      ['value', 'min', 'max'],
    ),
    examples: [{ value: 900.5, min: 459.9, max: 2087.1 }],
  },
  NotImplemented: {
    type: 'string',
    const: 'not implemented',
    description: 'Stands where there is no factor for this criterion in this phase: unknown, not 0',
  },
  Impact: object(
    'One criterion, for making the thing and for using it',
    {
      unit: { ...text, description: 'Unit of the figures', examples: ['kgCO2eq'] },
      description: { ...text, description: 'What the criterion counts', examples: ['Total climate change'] },
      embedded: {
        description: 'Making, transport and end of life, as far as they are known',
        anyOf: [ref('Figure'), ref('NotImplemented')],
      },
      use: {
        description: 'Electricity while in use, over the duration',
        anyOf: [ref('Figure'), ref('NotImplemented')],
      },
    },
    ['unit', 'description', 'embedded', 'use'],
  ),
  Impacts: {
    type: 'object',
    description: 'Impacts by criterion: exactly those asked for, in the order asked',
    properties: Object.fromEntries(
      Object.entries(CRITERIA).map(([code, { description, unit }]) => [
        code,
        { ...ref('Impact'), description: `${description}, in ${unit}` },
      ]),
    ),
    examples: [impactsExample()],
  },
  NumberAttribute: {
    ...object('A number, and where it comes from', { value: number, ...origin, ...bounds }, ['value', 'status']),
    examples: [{ value: 24, status: 'COMPLETED', source: 'Completed from name', min: 24, max: 24 }],
  },
  TextAttribute: {
    ...object('A text, and where it comes from', { value: text, ...origin }, ['value', 'status']),
    examples: [{ value: 'FRA', status: 'INPUT' }],
  },
  Duration: object(
    'The time that impacts are assessed over',
    { value: number, unit: { ...text, examples: ['hours'] } },
    ['value', 'unit'],
  ),
  WorkloadAttribute: object(
    'Load while in use, in percent, or loads with their shares of the time',
    { value: { anyOf: [number, { type: 'array', items: ref('WorkloadLevel') }] }, ...origin, ...bounds },
    ['value', 'status'],
  ),
  PowerCurve: {
    ...object(
      'Power in W at a load of x percent: a * ln(b * (x + c)) + d; of a part whose power does not follow the load, a alone',
      { a: number, b: number, c: number, d: number },
      ['a'],
    ),
    examples: [{ a: 171.2, b: 0.0354, c: 36.89, d: -10.13 }],
  },
  PowerCurveAttribute: object(
    'How power follows load, and where that comes from',
    { value: ref('PowerCurve'), ...origin },
    ['value', 'status'],
  ),
  PowerPointsAttribute: object(
    'Points that a power curve was fitted to',
    { value: { type: 'array', items: ref('WorkloadPower') }, ...origin },
    ['value', 'status'],
  ),
  ComponentDetails: object(
    'A component: its impacts and every attribute they were computed from, as far as it has them',
    {
      impacts: ref('Impacts'),
      ...componentAttributes,
      ...usage,
      time_workload: ref('WorkloadAttribute'),
      workloads: ref('PowerPointsAttribute'),
      params: ref('PowerCurveAttribute'),
      ...factors,
    },
    ['impacts'],
  ),
  ServerDetails: {
    ...object(
      'A server: its components (RAM-1, RAM-2, ...), then its own attributes',
      {
        ...parts,
        ...usage,
        time_workload: ref('WorkloadAttribute'),
        other_consumption_ratio: ref('NumberAttribute'),
        ...factors,
        units: ref('NumberAttribute'),
      },
      ['duration', 'units'],
    ),
    ...furtherParts,
  },
  CloudInstanceDetails: {
    ...object(
      "A cloud instance: what it has, then the host's components (RAM-1, ...) by its share of them, then its own attributes",
      {
        ...refs('NumberAttribute', ['vcpu', 'memory', 'ssd_storage', 'hdd_storage']),
        ...parts,
        ...usage,
        time_workload: ref('WorkloadAttribute'),
        other_consumption_ratio: ref('NumberAttribute'),
        ...factors,
      },
      ['vcpu', 'memory', 'duration'],
    ),
    ...furtherParts,
  },
  TerminalDetails: object(
    'Attributes of a terminal or a peripheral',
    { ...usage, ...factors, type: ref('TextAttribute'), units: ref('NumberAttribute') },
    ['duration', 'units'],
  ),
  IotDeviceDetails: {
    ...object(
      'A connected object: its functional blocks (SENSING-1, ...), then its own attributes',
      { ...usage, ...factors, units: ref('NumberAttribute') },
      ['duration', 'units'],
    ),
    ...furtherParts,
  },
  ServerAssessment: assessment('a server', 'ServerDetails'),
  CloudInstanceAssessment: assessment('a cloud instance', 'CloudInstanceDetails'),
  TerminalAssessment: assessment('a terminal or a peripheral', 'TerminalDetails'),
  ComponentAssessment: assessment('a component', 'ComponentDetails'),
  IotDeviceAssessment: assessment('a connected object', 'IotDeviceDetails'),
  ...CATALOGUE_SCHEMAS,
  ...V2_SCHEMAS,
} as const satisfies Record<string, JsonSchema>

export type AnswerName = keyof typeof ANSWER_SCHEMAS
