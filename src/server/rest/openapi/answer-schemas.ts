import { COMPONENT_KINDS } from '../../../engine/components/component.ts'
import { ATTRIBUTE_STATUSES } from '../../../engine/values/attribute.ts'
import { CRITERION_CODES, type Criterion, describeCriterion } from '../../../engine/values/criteria.ts'
import { snakeCase } from '../../../engine/values/spelling.ts'
import { componentShapes } from '../../../input/component-input.ts'
import { functionalBlockShape } from '../../../input/device-input.ts'
import { isNumber, type JsonSchema } from '../../../input/rest/json-schemas.ts'
import { spelled } from '../reshape/attribute.ts'
import { V2_CATALOGUE_SCHEMAS } from './v2-catalogue-schemas.ts'
import { V2_SCHEMAS } from './v2-schemas.ts'
import { number, object, ref, text, texts } from './words.ts'

/** Value, lowest and highest, in the unit of the criterion; undefined if nothing is published. */
type Figure = readonly [value: number, min: number, max: number] | undefined

/** Embodied impact and use of a typical server over its lifetime, in the release boavizta-2.4.1. */
const FIGURES: Readonly<Record<Criterion, readonly [embedded: Figure, use: Figure]>> = {
  gwp: [
    [900, 459.9, 2087],
    [8000, 121.5, 38760],
  ],
  adp: [
    [0.14, 0.09758, 0.2132],
    [0.0013, 6.995e-5, 0.009097],
  ],
  pe: [
    [13000, 6109, 27060],
    [300000, 68.69, 16040000],
  ],
  gwppb: [
    [4.19, 4.19, 4.19],
    [0, 0, 0],
  ],
  gwppf: [
    [3660, 3660, 3660],
    [10000, 46.53, 72810],
  ],
  gwpplu: [
    [6.65e-7, 6.65e-7, 6.65e-7],
    [0, 0, 0],
  ],
  ir: [
    [2320, 2320, 2320],
    [20000, 0.5672, 112300],
  ],
  lu: [
    [-147, -147, -147],
    [0, 0, 0],
  ],
  odp: [
    [0.00135, 0.00135, 0.00135],
    [4e-6, 0, 3.005e-5],
  ],
  pm: [
    [0.000113, 0.000113, 0.000113],
    [0.0006, 0, 0.01983],
  ],
  pocp: [
    [8.4, 8.4, 8.4],
    [20, 0.02612, 341.3],
  ],
  wu: [[-3710, -3710, -3710], undefined],
  mips: [[10600, 10600, 10600], undefined],
  adpe: [
    [0.0378, 0.0378, 0.0378],
    [0.0013, 6.995e-5, 0.009097],
  ],
  adpf: [
    [51500, 51500, 51500],
    [170000, 67.52, 798100],
  ],
  ap: [
    [19.7, 19.7, 19.7],
    [5000, 0.01672, 287000],
  ],
  ctue: [[48400, 48400, 48400], undefined],
  ctuh_c: [[1.94e-7, 1.94e-7, 1.94e-7], undefined],
  ctuh_nc: [[1.87e-5, 1.87e-5, 1.87e-5], undefined],
  epf: [
    [-0.258, -0.258, -0.258],
    [0.0006, 5.865e-6, 0.008098],
  ],
  epm: [
    [2.94, 2.94, 2.94],
    [7, 0.008405, 113.3],
  ],
  ept: [
    [27, 27, 27],
    [30, 0.05767, 1242],
  ],
  fw: [undefined, undefined],
  fe: [undefined, [70000, 19020, 123300]],
}

/** Impacts in every criterion, each in its own unit: the answer of /v1/server without warnings. */
function impactsExample() {
  return Object.fromEntries(
    CRITERION_CODES.map((code) => {
      const [embedded, use] = FIGURES[code].map(figureExample)
      return [code, { ...spelled(code), embedded, use }]
    }),
  )
}

function figureExample(figure: Figure) {
  if (figure === undefined) return 'not implemented'
  const [value, min, max] = figure
  return { value, min, max }
}

/** Answers that list reference data, by name. */
const CATALOGUE_SCHEMAS = {
  Names: { ...texts, description: 'Names. If the service has a default, it is the first name' },
  Paths: {
    type: 'object',
    description: 'Paths by kind',
    additionalProperties: text,
    examples: [{ laptop: 'v1/terminal/laptop' }],
  },
  ArchetypeCell: {
    type: 'object',
    description: 'Assumed value of an attribute. Empty without an assumption',
    properties: { default: { anyOf: [number, text] }, min: number, max: number },
  },
  ArchetypeConfig: {
    type: 'object',
    description: 'Values of an archetype, by attribute or by component and attribute',
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
    description: 'Regions of the provider in the query, or of all providers',
    items: object('A region', { provider: text, region: text }, ['provider', 'region']),
    examples: [[{ provider: 'aws', region: 'eu-west-3' }]],
  },
  ImpactCriteria: {
    type: 'object',
    description: 'Name and unit of each criterion, by its code',
    additionalProperties: object(
      'A criterion',
      {
        name: { ...text, description: 'The code in lower case' },
        unit: text,
        description: text,
        method: {
          type: ['string', 'null'],
          description: 'PEF, for criteria of the Product Environmental Footprint',
        },
      },
      ['name', 'unit', 'description', 'method'],
    ),
    examples: [{ gwp: { name: 'gwp', unit: 'kgCO2eq', description: 'Total climate change', method: null } }],
  },
  CompletedName: {
    description:
      'All attributes of a component. An attribute is null if the name does not determine it. If the name is unknown, the answer is a message',
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

function refs(name: string, keys: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(keys.map((key) => [key, ref(name)]))
}

const warnings = { ...texts, description: 'Warnings about the result' }

const origin = {
  status: {
    type: 'string',
    enum: ATTRIBUTE_STATUSES,
    description:
      'Where it comes from: INPUT (the request), COMPLETED (inferred from the request), ARCHETYPE (typical), DEFAULT (an assumption), CHANGED (the request, read as a similar value)',
  },
  unit: { ...text, description: 'Unit of the value. Ratios have the unit /1' },
  source: { ...text, description: 'Source of the value, or the inputs it was derived from' },
  warnings,
} as const

const bounds = {
  min: { ...number, description: 'Lowest possible value. Absent if the request gave the value' },
  max: { ...number, description: 'Highest possible value. Absent if the request gave the value' },
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

/** Every attribute of any kind of component. */
const componentAttributes = Object.fromEntries(
  [...Object.values(componentShapes), { hslLevel: functionalBlockShape.hslLevel }]
    .flatMap((shape) => Object.entries(shape))
    .map(([name, field]) => [snakeCase(name), ref(isNumber(field) ? 'NumberAttribute' : 'TextAttribute')]),
)

/** The first part of each kind by name, since generated clients ignore patterns; the second is RAM-2. */
const parts = refs(
  'ComponentDetails',
  COMPONENT_KINDS.filter((kind) => kind !== 'FUNCTIONAL_BLOCK').map((kind) => `${kind}-1`),
)
const furtherParts = { patternProperties: { '^[A-Z][A-Z0-9_]*-[1-9][0-9]*$': ref('ComponentDetails') } }

/** An answer with impacts, and its verbose details. */
function assessment(of: string, details: string) {
  return object(
    `Impacts of ${of}`,
    {
      impacts: ref('Impacts'),
      verbose: { ...ref(details), description: 'The attributes that the impacts depend on. Absent with verbose=false' },
      warnings: { ...texts, description: 'Assumptions, and parts of the request that were ignored' },
    },
    ['impacts'],
  )
}

/** Schemas of answers, by name: `components/schemas` of the OpenAPI document. */
export const ANSWER_SCHEMAS = {
  Figure: {
    ...object(
      'A figure, rounded to its uncertainty',
      {
        value: { ...number, description: 'The impact, in the unit of its criterion' },
        min: { ...number, description: 'Lowest possible value, in the same unit' },
        max: { ...number, description: 'Highest possible value, in the same unit' },
        warnings,
      },
      ['value', 'min', 'max'],
    ),
    examples: [{ value: 900.5, min: 459.9, max: 2087.1 }],
  },
  NotImplemented: {
    type: 'string',
    const: 'not implemented',
    description: 'No factor is published for this criterion in this phase: unknown, not 0',
  },
  Impact: object(
    'One criterion: embodied impact and use',
    {
      unit: { ...text, description: 'Unit of the figures', examples: ['kgCO2eq'] },
      description: { ...text, description: 'Name of the criterion', examples: ['Total climate change'] },
      embedded: {
        description: 'Manufacturing, and transport and end of life where known',
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
    description: 'Impacts by criterion, in the requested order',
    properties: Object.fromEntries(
      CRITERION_CODES.map((code) => [code, { ...ref('Impact'), description: describeCriterion(code) }]),
    ),
    examples: [impactsExample()],
  },
  NumberAttribute: {
    ...object('A number with its origin', { value: number, ...origin, ...bounds }, ['value', 'status']),
    examples: [{ value: 24, status: 'COMPLETED', source: 'Completed from name', min: 24, max: 24 }],
  },
  TextAttribute: {
    ...object('A text with its origin', { value: text, ...origin }, ['value', 'status']),
    examples: [{ value: 'FRA', status: 'INPUT' }],
  },
  Duration: object('Duration of the assessment', { value: number, unit: { ...text, examples: ['hours'] } }, [
    'value',
    'unit',
  ]),
  WorkloadAttribute: object(
    'Load while in use, in percent, or loads with their shares of the time',
    { value: { anyOf: [number, { type: 'array', items: ref('WorkloadTime') }] }, ...origin, ...bounds },
    ['value', 'status'],
  ),
  PowerCurve: {
    ...object(
      'Power in W at a load of x percent: a * ln(b * (x + c)) + d. If the power does not depend on the load, `a` is the power in W, and `b`, `c` and `d` are absent',
      { a: number, b: number, c: number, d: number },
      ['a'],
    ),
    examples: [{ a: 171.2, b: 0.0354, c: 36.89, d: -10.13 }],
  },
  PowerCurveAttribute: object('Power curve with its origin', { value: ref('PowerCurve'), ...origin }, [
    'value',
    'status',
  ]),
  PowerPointsAttribute: object(
    'Points that a power curve was fitted to',
    { value: { type: 'array', items: ref('WorkloadPower') }, ...origin },
    ['value', 'status'],
  ),
  ComponentDetails: object(
    'A component: its impacts, and the attributes that determine them',
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
      "A cloud instance: its vCPU, memory and storage, its share of the host's components (RAM-1, ...), then its other attributes",
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
    // There is no duration if the request and the lifetime have none.
    ['units'],
  ),
  IotDeviceDetails: {
    ...object(
      'An IoT device: its functional blocks (SENSING-1, ...), then its other attributes',
      { ...usage, ...factors, units: ref('NumberAttribute') },
      ['duration', 'units'],
    ),
    ...furtherParts,
  },
  ServerAssessment: assessment('a server', 'ServerDetails'),
  CloudInstanceAssessment: assessment('a cloud instance', 'CloudInstanceDetails'),
  TerminalAssessment: assessment('a terminal or a peripheral', 'TerminalDetails'),
  ComponentAssessment: assessment('a component', 'ComponentDetails'),
  IotDeviceAssessment: assessment('an IoT device', 'IotDeviceDetails'),
  ...CATALOGUE_SCHEMAS,
  ...V2_SCHEMAS,
  ...V2_CATALOGUE_SCHEMAS,
} as const satisfies Record<string, JsonSchema>

export type AnswerName = keyof typeof ANSWER_SCHEMAS
