import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect } from 'vitest'
import { documentText } from '../src/explorer/api/document-text.ts'
import { type FleetQuery, itemsOf, scaleToWhole, spanOf, spanVariables } from '../src/explorer/fleet/fetch-fleet.ts'
import { type FleetAnswerItem, FleetSums } from '../src/explorer/fleet/fleet-result.ts'
import type { FleetRow } from '../src/explorer/fleet/read-fleet.ts'
import { ExploreFleetDocument, ExploreFleetLikelyDocument } from '../src/generated/explorer-operations.ts'
import { Assessor, Scope, type Totals } from '../src/library/index.ts'
import { createRestHandler } from '../src/server/rest/handle-rest.ts'
import { anyAsset } from './arbitraries.ts'
import { scratchFile } from './bulk/scratch.ts'
import { runHere } from './cli/run-here.ts'
import { ask, type Data, releases, world } from './world.ts'

/** So many of a thing, perhaps over a span of its own. */
export interface Line extends OwnSpan {
  readonly quantity: number
  readonly asset: object
}

interface OwnSpan {
  /** Hours, or the whole life. */
  readonly duration?: number | 'life'
  readonly allocation?: 'LINEAR' | 'TOTAL'
  readonly boundary?: 'EQUIPMENT'
}

/** What is asked of a fleet, of all in the same words. */
export interface AskedFleet {
  readonly lines: readonly Line[]
  readonly boundary: 'EQUIPMENT' | 'DATA_CENTRE'
  /** Hours. */
  readonly duration: number
  readonly release: string
}

export const CODES = ['gwp', 'pe', 'adp', 'fe'] as const
const CRITERIA = CODES.map((code) => code.toUpperCase())
const PHASES = ['embedded', 'use', 'building', 'total'] as const
type Phase = (typeof PHASES)[number]

/** The sums of a fleet, by any of the ways. A field is absent if the way does not give it. */
export interface Added {
  readonly assessed?: number
  readonly energy?: number | null
  /** Its bounds. */
  readonly energyBounds?: Data
  readonly energyLikely?: Data
  /** By code of the criterion. */
  readonly impacts: Readonly<Record<string, AddedImpact>>
  /** Of each line what to keep in mind, in sentences. */
  readonly warnings?: readonly (readonly string[])[]
  readonly computedFor?: string
}

type AddedImpact = Readonly<Partial<Record<Phase, Data>>> & {
  readonly coverage?: Data
  readonly isPartial?: boolean
  readonly lacking?: Data
}

const inPlace = (provider: string, instanceType: string, usageLocation: string) => ({
  cloudInstance: { provider, instanceType, usage: { usageLocation } },
})

/** No primary energy is published in Hong Kong, no use of a motherboard is known, no making of a network. */
const ASSETS = [
  inPlace('aws', 'm5.xlarge', 'FRA'),
  inPlace('aws', 'm5.xlarge', 'HKG'),
  inPlace('aws', 'p4d.24xlarge', 'USA'),
  { cloudInstance: { provider: 'azure', instanceType: 'd2s_v3', usage: { timeWorkload: 10 } } },
  { server: {} },
  { server: { configuration: { cpu: { name: 'Xeon Gold 6138' }, ram: [{ capacity: 32, units: 12 }] } } },
  { terminal: { kind: 'LAPTOP' } },
  { component: { motherboard: {} } },
  { component: { cpu: { name: 'Xeon Gold 6138' } } },
  { network: { gigabytes: 50, reach: 'INTERNET' } },
  { storage: { kind: 'SSD', gigabytes: 500 } },
  { iotDevice: {} },
]

/**
 * Fleets of things of all kinds, from one line to twenty, over hours, a year or more than a life. Half of the lines
 * have a span of their own.
 */
export const anyFleet: fc.Arbitrary<AskedFleet> = fc.record({
  lines: fc.array(
    fc
      .record({
        quantity: fc.nat(50),
        asset: fc.oneof(fc.constantFrom(...ASSETS), anyAsset.map(inCodes)),
        own: fc.option(
          fc.record(
            {
              duration: fc.constantFrom(8760, 50_000, 'life'),
              allocation: fc.constantFrom('LINEAR', 'TOTAL'),
              boundary: fc.constant('EQUIPMENT'),
            },
            { requiredKeys: [] },
          ),
          { nil: {} },
        ),
      })
      .map(({ own, ...line }) => ({ ...line, ...own }) as Line),
    { minLength: 1, maxLength: 20, size: 'max' },
  ),
  boundary: fc.constantFrom('EQUIPMENT', 'DATA_CENTRE'),
  duration: fc.constantFrom(100, 8760, 87_600),
  release: fc.constantFrom('2026.11', '2026.12'),
})

/** GraphQL names criteria in capitals. */
function inCapitals<Input extends object>(input: Input): Input {
  return withCriteria(input, (name) => name.toUpperCase())
}

/** All others name them by their codes. */
function inCodes(input: object): object {
  return withCriteria(input, (name) => name.toLowerCase())
}

function withCriteria<Input extends object>(input: Input, spelled: (name: string) => string): Input {
  return JSON.parse(JSON.stringify(input), (key, value) => (key === 'criterion' ? spelled(value) : value))
}

const SHOWN = '{ value min max likely { low median high } warnings { code message } }'
const EXACT = '{ value(exact: true) min(exact: true) max(exact: true) likely { low median high } }'
const OF_IMPACT = 'missing isPartial computedFor coverage { phase units of share } lacking { phase units }'
const PLAIN = PHASES.map((phase) => `shown_${phase}: ${phase} ${SHOWN} ${phase} ${EXACT}`).join(' ')
const OF_PHASES = PHASES.map((phase) => `${phase} { warnings { code message } }`)
const OVER = 'duration: $duration, boundary: $boundary'
const ENERGIES = ['EQUIPMENT', 'DATA_CENTRE'].map(
  (each) => `${each}: energy(boundary: ${each}) { warnings { code message } }`,
)
const FLEET = `query ($items: [FleetItemInput!]!, $one: [FleetItemInput!]!, $criteria: [Criterion!], $boundary: Boundary, $duration: Float, $release: ID!) {
  release(id: $release) {
    fleet(items: $items) {
      assessed
      energy(${OVER}) { value(exact: true) min(exact: true) max(exact: true) likely { low high } }
      impacts(criteria: $criteria, ${OVER}) { criterion ${OF_IMPACT} ${PLAIN} }
    }
    one: fleet(items: $one) { items {
      asset { warnings { code message } ${ENERGIES.join(' ')} }
      impacts(criteria: $criteria, ${OVER}) { ${OF_PHASES.join(' ')} }
    } }
  }
}`

/** A fleet as a request has it, which has a duration for all of it, or one for each item but those over a life. */
function asRequest({ lines, duration, boundary, release }: AskedFleet) {
  const hasLife = lines.some((line) => line.duration === 'life')
  const items = lines.map(({ duration: own = hasLife ? duration : undefined, ...line }) => ({
    ...line,
    ...(typeof own === 'number' && { duration: own }),
  }))
  return { items, ...(!hasLife && { duration }), boundary, release }
}

/** Over GraphQL; `shown` is what is rounded for people. */
export async function byGraphql(asked: AskedFleet) {
  const { items, ...others } = asRequest(asked)
  const one = items.map((item) => ({ ...item, quantity: 1 }))
  const variables = { ...others, items: inCapitals(items), one: inCapitals(one), criteria: CRITERIA }
  const { fleet, one: ofEach } = (await ask(FLEET, variables)).release
  const impacts = fleet.impacts.map(({ criterion, ...impact }: Data) => [criterion.toLowerCase(), impact])
  const added: Added = {
    assessed: fleet.assessed,
    computedFor: fleet.impacts[0].computedFor,
    energy: fleet.energy?.value ?? null,
    energyBounds: boundsIn(fleet.energy),
    energyLikely: fleet.energy?.likely ?? null,
    impacts: Object.fromEntries(impacts),
    warnings: ofEach.items.map(({ asset: { warnings, ...energies }, impacts }: Data, at: number) =>
      messagesIn({ warnings, energy: energies[asked.lines[at]?.boundary ?? asked.boundary], impacts }),
    ),
  }
  return { added, shown: Object.fromEntries(impacts.map(([code, impact]: Data) => [code, shownOf(impact)])) }
}

function shownOf(impact: Data): Data {
  const phases = PHASES.map((phase) => [phase, impact[`shown_${phase}`] && withoutUnit(impact[`shown_${phase}`])])
  const { missing, isPartial, computedFor, coverage, lacking } = impact
  return { ...Object.fromEntries(phases), missing, isPartial, computedFor, coverage, lacking }
}

/** Every text of a warning, wherever it stands in an answer, in order. */
function messagesIn(answer: Data): readonly string[] {
  const messages = new Set<string>()
  JSON.stringify(answer, (key, value) => {
    if (key === 'warnings') for (const { message } of value) messages.add(message)
    return value
  })
  return [...messages].sort()
}

/** Over `/v2`: the fleet, and the warnings of each line, asked for alone. */
export async function byRest(asked: AskedFleet) {
  const { lines, release } = asked
  const handle = createRestHandler({ ...world, release: releases.find(release) })
  const post = async (path: string, body: object): Promise<Data> => {
    const whole = { likely: true, release, ...body }
    const query = new URLSearchParams()
    const answer = await handle({ method: 'POST', path, query, body: JSON.stringify(whole), accept: undefined })
    expect([path, answer.status, answer.body.slice(0, 500 * Number(answer.status !== 200))]).toEqual([path, 200, ''])
    return JSON.parse(answer.body)
  }
  const { impacts } = await post('/v2/fleet', { ...asRequest(asked), criteria: CODES })
  const shown: Record<string, Data> = {}
  for (const { criterion, missing, isPartial, computedFor, coverage, lacking, ...impact } of impacts) {
    const phases = PHASES.map((phase) => [phase, impact[phase] && withoutUnit(impact[phase])])
    const whole = { ...Object.fromEntries(phases), missing, isPartial, computedFor, coverage, lacking }
    shown[criterion.toLowerCase()] = whole
  }
  const warnings: (readonly string[])[] = []
  for (const { quantity: _, ...line } of lines) {
    const { duration = asked.duration, boundary = asked.boundary, ...others } = line
    const span = { ...(duration !== 'life' && { duration }), boundary }
    warnings.push(messagesIn(await post('/v2/assess', { ...others, ...span, criteria: CODES, likely: false })))
  }
  return { shown, warnings }
}

/** Likely ranges to 12 digits: samples that are added in another order differ in the last ones. */
function withoutUnit({ unit: _, warnings, likely, ...figure }: Data): Data {
  const ends = Object.entries(likely).map(([end, value]) => [end, Number((value as number).toPrecision(12))])
  return {
    ...figure,
    likely: Object.fromEntries(ends),
    warnings: warnings.map(({ code, message }: Data) => ({ code, message })),
  }
}

/** By the library. */
export async function byLibrary({ lines, boundary, duration, release }: AskedFleet): Promise<Added> {
  const options = { criteria: CODES, boundary, duration, likely: true }
  const { items, totals } = await new Assessor(releases.find(release)).assessMany(lines as never, options)
  return {
    ...ofTotals(totals),
    warnings: items.map((item) =>
      'fault' in item ? [] : sortedTexts(item.warnings.map(({ message }) => withoutCriteria(message))),
    ),
  }
}

/** GraphQL has warnings by impact. Rows name the criteria of those that others do not have: `adp, pe: End of life`. */
function withoutCriteria(text: string): string {
  return text.replaceAll(/(^|; )(?:all but )?(?:[a-z_]+, )*[a-z_]+: /g, '$1')
}

function boundsIn(energy: Data): Data {
  return { min: energy?.min ?? null, max: energy?.max ?? null }
}

/** What totals have, by their public names. */
export function ofTotals({ assessed, energyRange, impacts, computedFor }: Totals): Added {
  const { value = null, likely = null } = energyRange ?? {}
  return {
    assessed,
    energy: value,
    energyLikely: likely,
    energyBounds: boundsIn(energyRange),
    impacts: impacts as Added['impacts'],
    computedFor,
  }
}

function sortedTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort()
}

/** The lines as a file. */
export function linesOf({ lines }: AskedFleet): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** By the command, from file to files. */
export async function byCommand(asked: AskedFleet) {
  const [input, rows, totals] = [
    scratchFile('fleet.ndjson', linesOf(asked)),
    scratchFile('rows.json', ''),
    scratchFile('totals.json', ''),
  ]
  const { boundary, duration, release } = asked
  const span = ['--boundary', boundary, '--duration', `${duration}`, '--release', release]
  const output = ['-o', rows, '--totals', totals]
  const { status } = await runHere(['assess', input, '--criteria', CODES.join(), '--likely', ...span, ...output])
  const added = JSON.parse(readFileSync(totals, 'utf8'))
  expect([status, added.faulty, added.skipped]).toEqual([0, expect.any(Number), 0])
  return {
    added: ofTotals(added),
    rows: JSON.parse(readFileSync(rows, 'utf8')) as readonly { readonly warnings: string | null }[],
  }
}

/** Checks that the texts of rows are the warnings of the lines, in any order. */
export function expectTexts(rows: readonly { readonly warnings?: string | null }[], { warnings = [] }: Added): void {
  for (const [at, text] of rows.map((row) => withoutCriteria(row.warnings ?? '')).entries()) {
    const sentences = warnings[at] ?? []
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(text.length).toBe(sentences.join('; ').length)
  }
  expect(rows.length).toBe(warnings.length)
}

/** By what the page of the explorer adds up, of what it asks; `likely` are the ranges of its phases. */
export async function byPage({ lines, boundary, duration, release }: AskedFleet) {
  const asking = (document: { toString(): string }, { items, ...variables }: Data): Promise<Data> =>
    ask(documentText(document, true), { ...variables, criteria: CRITERIA, release, items: inCapitals(items) }).then(
      (data) => data.release.fleet,
    )
  const query = {
    conditions: { location: '', load: undefined, duration },
    view: { criteria: CRITERIA, focus: 'GWP', boundary, release },
  } as unknown as FleetQuery
  const sums = new FleetSums({
    criteria: CRITERIA as never,
    focus: 'GWP',
    boundary,
    columnAt: () => undefined,
    scope: new Scope({ duration, allocation: 'LINEAR', boundary }, releases.find(release).label),
    duration,
  })
  const given = lines.map((line, at) => {
    const place = { where: `line ${at + 1}`, file: 0, index: at, line: undefined }
    const ofFile = { duration: undefined, allocation: undefined, boundary: undefined }
    return { at: place, label: '', cells: {}, warnings: [], ...ofFile, ...line } as unknown as FleetRow
  })
  for (const row of given) {
    const span = spanVariables(spanOf(query, row))
    const { items } = await asking(ExploreFleetDocument, { items: [{ asset: row.asset }], ...span })
    sums.add(row, items[0] as FleetAnswerItem)
  }
  const { totals, assessed, energy, computedFor, rows } = sums.result()
  const likely = { items: itemsOf(query, given, scaleToWhole(given)), boundary, hasEnergy: true }
  const { impacts, energy: drawn } = await asking(ExploreFleetLikelyDocument, likely)
  const added: Added = {
    assessed,
    energy: energy?.value ?? null,
    energyBounds: boundsIn(energy),
    energyLikely: drawn?.likely ?? null,
    computedFor,
    warnings: rows.map(({ notes }) => sortedTexts(notes.map(({ message }) => message))),
    impacts: Object.fromEntries(totals.map(({ criterion, ...total }) => [criterion.toLowerCase(), total])) as never,
  }
  return {
    added,
    likely: Object.fromEntries(
      impacts.map(({ criterion, ...phases }: Data) => [criterion.toLowerCase(), phases]),
    ) as Readonly<Record<string, Readonly<Record<Phase, { likely: { low: number; high: number } } | null>>>>,
  }
}

/** Checks that two ways gave the same, as far as both give it. */
export function expectSame(one: Added, other: Added): void {
  if (one.assessed !== undefined && other.assessed !== undefined) expect(other.assessed).toBe(one.assessed)
  if (one.energy !== undefined && other.energy !== undefined) expectClose(other.energy, one.energy)
  if (one.energyLikely !== undefined && other.energyLikely !== undefined) {
    for (const end of ['low', 'high']) expectClose(other.energyLikely?.[end], one.energyLikely?.[end])
  }
  if (one.energyBounds && other.energyBounds) {
    for (const bound of ['min', 'max']) expectClose(other.energyBounds[bound], one.energyBounds[bound])
  }
  if (one.warnings && other.warnings) expect(other.warnings).toEqual(one.warnings)
  if (one.computedFor && other.computedFor) expect(other.computedFor).toBe(one.computedFor)
  for (const code of CODES) {
    const [mine, theirs] = [one.impacts[code], other.impacts[code]]
    for (const name of ['isPartial', 'lacking', 'coverage'] as const) expect(theirs?.[name]).toEqual(mine?.[name])
    for (const phase of PHASES) {
      const [my, their] = [mine, theirs].map((impact) => figureOf(impact, phase))
      for (const bound of ['value', 'min', 'max']) expectClose(their?.[bound], my?.[bound])
      const [a, b] = [my?.likely, their?.likely]
      if (a && b) for (const end of ['low', 'median', 'high']) expectClose(b[end], a[end])
    }
  }
}

/**
 * The figure of a phase. A sum of rows does not know why a building is 0: equipment outside a data centre has none, and
 * equipment that draws no power a share of 0.
 */
function figureOf(impact: Data, phase: Phase): Data {
  const figure = impact?.[phase]
  return phase === 'building' && figure?.max === 0 ? null : figure
}

/** Equal to 1e-12, or both unknown. */
export function expectClose(one: number | null | undefined, other: number | null | undefined): void {
  if (one == null || other == null) expect([one ?? null, other ?? null]).toEqual([null, null])
  else if (other === 0) expect(one).toBe(0)
  else expect(one / other).toBeCloseTo(1, 12)
}

/** The ends of the range of each phase and total, of another way. */
export function expectSameEnds(likely: Awaited<ReturnType<typeof byPage>>['likely'], { impacts }: Added): void {
  for (const code of CODES) {
    for (const phase of PHASES) {
      const ends = figureOf(impacts[code], phase)?.likely
      const isNone = phase === 'building' && likely[code]?.building?.likely.high === 0
      for (const end of ['low', 'high'] as const)
        expectClose(isNone ? null : likely[code]?.[phase]?.likely[end], ends?.[end])
    }
  }
}
