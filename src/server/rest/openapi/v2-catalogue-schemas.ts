import { COMPONENT_KINDS } from '../../../engine/components/component.ts'
import { TERMINAL_KINDS } from '../../../engine/devices/terminal.ts'
import { CRITERION_CODES } from '../../../engine/values/criteria.ts'
import { ARCHETYPES_OF } from '../../../kinds.ts'
import { list, orNull, release } from './v2-schemas.ts'
import { number, object, oneOf, ref, text, texts } from './words.ts'

type Properties = Parameters<typeof object>[1]

const flag = { type: 'boolean' }
const integer = { type: 'integer' }
const upper = (words: readonly string[]) => words.map((each) => each.toUpperCase())
const wordOrNull = (words: readonly string[]) => ({ type: ['string', 'null'], enum: [...upper(words), null] })

export const PAGE_INFO = object(
  'Position of the page in the list',
  {
    hasNextPage: flag,
    endCursor: { ...orNull('string'), description: 'Pass it as the parameter `after` to get the next page' },
  },
  ['hasNextPage'],
)

/** Everything that a short list has. */
const all = (description: string, entry: Properties) =>
  object(`All ${description}`, { totalCount: integer, nodes: list('Entry', entry), release }, [
    'totalCount',
    'nodes',
    'release',
  ])

/** `sometimes` is what only some requests get. */
const page = (description: string, entry: Properties, sometimes: Properties = {}) =>
  object(
    `A page of ${description}`,
    {
      totalCount: integer,
      nodes: { type: 'array', items: object('Entry', { ...entry, ...sometimes }, Object.keys(entry)) },
      pageInfo: PAGE_INFO,
      release,
    },
    ['totalCount', 'nodes', 'pageInfo', 'release'],
  )

const one = (description: string, entry: Properties) =>
  object(description, { ...entry, release }, [...Object.keys(entry), 'release'])

const source = { ...orNull('string'), description: 'Document that the figures come from' }
const inGb = { ...number, description: 'In GB' }
const inGwp = { ...number, description: 'In `unit`' }

const RELEASE = {
  id: text,
  fingerprint: { ...text, description: 'Fingerprint of the figures. It changes if, and only if, a figure changes' },
  isDraft: {
    ...flag,
    description:
      'Whether the figures of this release can still change. Those of a closed release without own tables never do',
  },
  current: { ...flag, description: 'Whether answers come from this release by default' },
  tables: list('A table', { name: text, rows: integer }),
}

const CPU = {
  id: text,
  name: text,
  manufacturer: orNull('string'),
  family: orNull('string'),
  modelRange: orNull('string'),
  coreUnits: orNull('integer'),
  threads: orNull('integer'),
  tdp: { ...orNull('number'), description: 'In W' },
  dieSize: { ...orNull('number'), description: 'In mm2' },
  released: { ...orNull('string'), description: 'Release date' },
  source,
}

const GPU = {
  id: text,
  name: text,
  manufacturer: orNull('string'),
  vram: { ...orNull('number'), description: 'In GB' },
  tdp: { ...orNull('number'), description: 'In W' },
}

const INSTANCE_TYPE = {
  id: text,
  name: text,
  vcpu: { ...number, description: 'Threads' },
  memory: inGb,
  ssdStorage: inGb,
  hddStorage: inGb,
  gpus: number,
  platform: { ...text, description: 'Archetype of its host' },
  source,
}

const LOCATION = { id: text, code: text, name: text }

const PROVIDER = {
  id: text,
  name: text,
  regions: list('A region', {
    id: text,
    name: text,
    otherNames: { ...texts, description: 'What the provider also calls the region, such as Europe (Paris)' },
    location: object('Where its electricity comes from', { code: text, name: text }, ['code', 'name']),
  }),
}

const of = oneOf(upper(ARCHETYPES_OF))

const groups = list('Attributes of one part', {
  part: oneOf(['DEVICE', 'COMPONENT', 'FUNCTIONAL_BLOCK', 'USAGE', 'POWER_CURVE', 'WARNINGS']),
  name: orNull('string'),
  component: wordOrNull(COMPONENT_KINDS),
  entries: list('An attribute', {
    name: text,
    number: orNull('number'),
    min: orNull('number'),
    max: orNull('number'),
    text: orNull('string'),
  }),
})

/** Schemas of what a release knows. */
export const V2_CATALOGUE_SCHEMAS = {
  V2Criteria: all('impact criteria', {
    code: oneOf(CRITERION_CODES),
    available: { ...flag, description: 'Whether the release has figures for this criterion' },
    reason: { ...orNull('string'), description: 'Why the release has no figures for it' },
    embeddedMethod: { ...orNull('string'), description: 'Characterisation method of embodied figures' },
    useMethod: { ...orNull('string'), description: 'Method of figures of use' },
    unit: text,
    ucum: { ...orNull('string'), description: 'Unit as a UCUM code' },
    description: text,
  }),
  V2Releases: all('data releases', RELEASE),
  V2Release: one('A data release', { ...RELEASE }),
  V2PublishedFigures: page('published figures', {
    id: text,
    kind: text,
    maker: text,
    model: text,
    names: texts,
    year: integer,
    covers: oneOf(['MAKING', 'EMBEDDED', 'USE']),
    value: inGwp,
    low: { ...orNull('number'), description: 'Published lower bound' },
    high: { ...orNull('number'), description: 'Published upper bound' },
    unit: text,
    method: { ...orNull('string'), description: 'How the figure was computed, such as PAIA' },
    fitted: { ...orNull('string'), description: 'What of our figure was fitted to this very one' },
    source: text,
    ours: { ...ref('V2Likely'), description: 'Our figure for the same product' },
  }),
  V2Calibration: all('kinds of published figures, compared with ours', {
    kind: text,
    figures: { ...integer, description: 'Number of published figures; 0 if only percentiles are published' },
    makers: integer,
    ratioMedian: { ...number, description: 'Our figure divided by the published one: median of all products' },
    ratioLow: { ...number, description: '10th percentile of all products: our figure divided by the published one' },
    ratioHigh: { ...number, description: '90th percentile of all products: our figure divided by the published one' },
    inside: { ...number, description: 'Share of the published figures in our likely range, 0 to 1' },
    passes: { ...orNull('boolean'), description: 'Whether the kind passes; null below five figures' },
    reason: { ...orNull('string'), description: 'Why the kind fails' },
    fitted: { ...orNull('string'), description: 'What of our figures was fitted to other figures of the kind' },
  }),
  V2CpuModels: page('processors', CPU),
  V2CpuModel: one('A processor', CPU),
  V2GpuModels: page('graphics cards', GPU),
  V2GpuModel: one('A graphics card', GPU),
  V2InstanceTypes: page('instance types', INSTANCE_TYPE, {
    instance: object('An instance of the type; only with verbose=true', { impact: ref('V2Impact') }, ['impact']),
  }),
  V2InstanceType: one('An instance type', INSTANCE_TYPE),
  V2Locations: page('locations', LOCATION),
  V2Location: one('A location', {
    ...LOCATION,
    elecFactors: list('Impact of a kWh', {
      criterion: oneOf(upper(CRITERION_CODES)),
      factor: object(
        'The factor with its bounds',
        {
          value: orNull('number'),
          min: orNull('number'),
          max: orNull('number'),
          unit: orNull('string'),
          source,
        },
        ['value', 'min', 'max', 'unit', 'source'],
      ),
      scope: { ...wordOrNull(['CONSUMED', 'GENERATED', 'LIFE_CYCLE']), description: 'Scope of the factor' },
      year: orNull('integer'),
    }),
  }),
  V2CloudProviders: all('cloud providers', PROVIDER),
  V2CloudProvider: one('A cloud provider', PROVIDER),
  V2Archetypes: page('archetypes', {
    name: text,
    of,
    provider: orNull('string'),
    kind: wordOrNull(TERMINAL_KINDS),
    groups,
  }),
  V2Archetype: one('An archetype', { name: text, of, groups }),
  V2NamedThings: all('meanings of names', {
    given: text,
    things: list('Equipment of that name', {
      name: text,
      kind: text,
      provider: orNull('string'),
      instanceType: orNull('string'),
      archetype: orNull('string'),
      variants: texts,
    }),
    nearest: { ...texts, description: 'Closest known names, if no equipment has this name' },
  }),
  V2Names: object('A page of known names', { totalCount: integer, nodes: texts, pageInfo: PAGE_INFO, release }, [
    'totalCount',
    'nodes',
    'pageInfo',
    'release',
  ]),
  V2NameMatch: one('The known name that matches a name', {
    given: text,
    name: { ...orNull('string'), description: 'Null without a match' },
    score: {
      ...orNull('number'),
      description:
        'Similarity of the two names, 0 to 100. Null if they are equal apart from case, separators and the name of the maker',
    },
    nearest: { ...texts, description: 'Closest known names, if there is no match' },
  }),
} as const
