import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { nearestNames } from '../catalogue/matching/nearest-names.ts'
import { FIGURES_OF, type FiguresOf } from '../engine/devices/whole-device.ts'
import { type PhraseUse, placeOf } from '../importers/phrase/read-phrase.ts'
import { MAPPABLE, NOT_READ } from '../importers/table/columns.ts'
import { targetOf } from '../importers/table/map-target.ts'
import { readDuration, WHOLE_LIFE } from '../input/duration.ts'
import { readPowerProfile } from '../input/power-profile.ts'
import { usageShape } from '../input/usage-input.ts'
import {
  type AssessOptions,
  type Assessor,
  type AssetInput,
  BOUNDARIES,
  type Boundary,
  CRITERIA,
  CRITERION_CODES,
  type Criterion,
  USUAL_DURATION,
} from '../library/index.ts'
import type { UsualUse } from '../library/with-usage.ts'
import { printError } from './output/style.ts'

/** A command line that cannot be valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options of all commands that assess. */
export interface AssessingOptions {
  /** `all` means those with figures in the release. */
  readonly criteria?: readonly Criterion[] | 'all'
  /** Hours, or the whole life of each thing. */
  readonly duration?: number | typeof WHOLE_LIFE
  readonly tables?: readonly string[]
  readonly release?: string
  readonly boundary?: Boundary
  readonly strict?: true
}

/** Adds the options that select tables and release. */
export function withTableOptions(command: Command): Command {
  return command
    .optionsGroup('Data and scope:')
    .option('--tables <folder...>', 'folders with your own tables, whose rows replace or extend the built-in ones')
    .option('--release <id>', 'data release (default: the newest)')
}

/** Adds the options that select the figures. */
export function withFigureOptions(command: Command, usual = 'gwp,adp,pe'): Command {
  const codes = 'gwp (climate change), pe (primary energy), adp (resources) and others'
  const tables = withTableOptions(command)
  const chosen =
    usual === 'ONE'
      ? tables.option('--criteria <code>', `one criterion: ${codes} (default: gwp)`, readCriterion)
      : tables.option(
          '--criteria <codes>',
          `criteria, separated by commas: ${codes} (default: ${usual}). "all" selects every criterion that has figures`,
          readCriteria,
        )
  return chosen.option(
    '--boundary <which>',
    'system boundary: DATA_CENTRE (default of the command) includes the data centre around servers and instances. EQUIPMENT (default of the APIs) leaves it out',
    readBoundary,
  )
}

/** Adds the options that select what is assessed, and with which figures. `ONE`: one criterion, by default gwp. */
export function withAssessingOptions(command: Command, usualCriteria?: string): Command {
  return withFigureOptions(command, usualCriteria).option(
    '--duration <time>',
    'time to assess: a duration such as 1y, 6months, 30d or 12h, a number of hours, or "life" for the whole lifetime (default: 1y)',
    durationOption,
  )
}

/** `--strict`. Commands that take only names have no such option: an unknown name is always refused. */
export function strictOption(
  refused = 'unknown locations, regions and components in a file (default: use a substitute and print a warning). Unknown names in arguments and options are always refused',
): Option {
  return new Option('--strict', `refuse ${refused}`)
}

/** `--format` with the formats in `words`. */
export function formatOption(words: readonly string[]): Option {
  return new Option('--format <format>', 'format of the answer (default on a terminal: a table)').choices([...words])
}

/** `--json`, which is `--format json`. */
export function jsonOption(): Option {
  return new Option('--json', 'the same as --format json').implies({ format: 'json' })
}

/** Comma-separated names. */
export function readFields(text: string): readonly string[] {
  return text.split(',').map((field) => field.trim())
}

/** Adds --format, --json and --fields, whose help names some fields of the answer. */
export function withAnswerOptions(
  command: Command,
  formats: readonly string[],
  example = 'impacts.gwp.total,computedFor',
): Command {
  return command
    .optionsGroup('Output:')
    .addOption(formatOption(formats))
    .addOption(jsonOption())
    .addOption(
      new Option('--fields <paths>', `fields of the JSON to print, separated by commas, such as ${example}`)
        .argParser(readFields)
        .implies({ format: 'json' }),
    )
    .hook('preAction', (_, asked) => {
      const { fields, format } = asked.opts<{ fields?: readonly string[]; format?: string }>()
      if (fields !== undefined && format !== 'json')
        throw new UsageError('--fields works only with JSON. Leave out --format')
    })
}

/** An answer as JSON: all of it, or the requested fields. Throws a UsageError for an unknown field. */
export function answerJson(answer: object, fields: readonly string[] | undefined): string {
  if (fields === undefined) return JSON.stringify(answer, null, 2)
  const plain = JSON.parse(JSON.stringify(answer)) as object
  const chosen = fields.map((field) => {
    let value: unknown = plain
    for (const key of field.split('.')) {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw unknownField(field, plain)
      value = (value as Record<string, unknown>)[key]
    }
    return [field, value]
  })
  return JSON.stringify(Object.fromEntries(chosen), null, 2)
}

/** Names the fields beside the first unknown step of a path. */
function unknownField(field: string, answer: object): UsageError {
  const steps = field.split('.')
  let at: unknown = answer
  const known: string[] = []
  for (const step of steps) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) break
    known.push(step)
    at = (at as Record<string, unknown>)[step]
  }
  const beside = at !== null && typeof at === 'object' ? Object.keys(at) : []
  const choice = beside.map((key) => [...known, key].join('.')).join(', ')
  return new UsageError(
    `Unknown field "${field}". ${beside.length > 0 ? `Choose from ${choice}` : `${known.join('.')} has no fields`}`,
  )
}

/** Codes of criteria separated by commas. */
export function readCriteria(text: string): readonly Criterion[] | 'all' {
  const codes = text
    .toLowerCase()
    .split(',')
    .map((code) => code.trim())
  if (codes.includes('all')) return 'all'
  const unknown = codes.find((code) => !CRITERION_CODES.includes(code as Criterion))
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `Unknown criterion "${unknown}". ${criteriaAbout(unknown) || nearCodes(unknown)}Choose from ${CRITERION_CODES.join(', ')}.`,
    )
  return [...new Set(codes)] as Criterion[]
}

/** The code of one criterion, as a list. */
function readCriterion(text: string): readonly Criterion[] {
  const criteria = readCriteria(text)
  if (criteria === 'all' || criteria.length > 1)
    throw new InvalidArgumentError('Expected one criterion. Run the command once for each.')
  return criteria
}

/** `Did you mean gwp? ` for a code with a typing error; empty for another word. */
function nearCodes(word: string): string {
  const near = nearestNames(word, CRITERION_CODES)
  return near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `
}

/** `Did you mean wu (Water use (PEF))? ` for a word of its description; empty for another. */
function criteriaAbout(word: string): string {
  const near = CRITERION_CODES.filter((code) => word !== '' && CRITERIA[code].description.toLowerCase().includes(word))
  return near.length === 0
    ? ''
    : `Did you mean ${near.map((code) => `${code} (${CRITERIA[code].description})`).join(', ')}? `
}

function durationOption(text: string): number | typeof WHOLE_LIFE {
  const duration = readDuration(text)
  if (duration === undefined)
    throw new InvalidArgumentError('Expected a duration above 0, such as 1y, 30d or 12h, a number of hours, or "life".')
  return duration
}

/** Options about the use of a thing, and about whose figures apply to it. */
export interface UseOptions {
  readonly location?: string
  readonly load?: number
  readonly powerProfile?: UsualUse['powerProfile'] | undefined
  readonly figures?: FiguresOf | undefined
}

/** Adds these options; for a file, they apply to rows that do not state it. */
export function withUseOptions(command: Command): Command {
  return command
    .optionsGroup('Use of the asset:')
    .option('--location <place>', 'country that supplies the electricity (FRA, fr, France), or cloud provider region')
    .option('--load <percent>', 'average load, 0 to 100 percent of full throughput', readPercent)
    .option(
      '--power-profile <load=watts,...>',
      'measured power of a whole server at one load or several: 0=52,50=224,100=457',
      readProfile,
    )
    .optionsGroup('Data and scope:')
    .option(
      '--figures <whose>',
      'whose figures apply to a laptop, phone or other device whose maker published figures of its model: maker (default) or model (ours). Comparisons of both need ours',
      readFiguresOf,
    )
}

function readFiguresOf(text: string): FiguresOf {
  const whose = FIGURES_OF.find((each) => each === text.toUpperCase())
  return whose ?? refuse(`Expected ${FIGURES_OF.join(' or ')}.`)
}

function readProfile(text: string): UsualUse['powerProfile'] {
  const read = usageShape.powerProfile.safeParse(
    readPowerProfile(text) ?? refuse('Expected loads in percent with their power in W, such as 0=52,50=224,100=457.'),
  )
  const [issue] = read.error?.issues ?? []
  return issue === undefined ? read.data : refuse(`${capitalised(issue.message)}.`)
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message)
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The use of a thing as its input; a place may also be a provider's region. */
export function usageOf({ location, load, powerProfile, figures, ...use }: PhraseUse & UseOptions): UsualUse {
  const { location: usageLocation, region = use.region } = location === undefined ? {} : placeOf(location)
  return {
    ...(usageLocation !== undefined && { usageLocation }),
    ...(region !== undefined && { region }),
    ...(load !== undefined && { timeWorkload: load }),
    ...(powerProfile !== undefined && { powerProfile }),
    ...(figures !== undefined && { figures }),
  }
}

export function readBoundary(text: string): Boundary {
  const boundary = BOUNDARIES.find((each) => each === text.toUpperCase().replaceAll('-', '_'))
  if (boundary === undefined) throw new InvalidArgumentError(`Expected ${BOUNDARIES.join(' or ')}.`)
  return boundary
}

export function readPercent(text: string): number {
  const percent = Number(text)
  if (!(text.trim() !== '' && percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Expected a percentage, 0 to 100.')
  return percent
}

export const MAP_HELP =
  'rename columns of the file, or skip them by mapping them to none: --map Computer=label Room=none'

/** Collects repeated `theirs=ours`. */
export function readMapping(
  text: string,
  earlier: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError(
      'Expected theirs=ours: a column of the file and its new name, such as Computer=label.',
    )
  const [theirs, ours] = [text.slice(0, at), text.slice(at + 1)]
  const target = targetOf(ours)
  if (target === undefined)
    throw new InvalidArgumentError(`Unknown column ${ours}. Choose one of ${MAPPABLE.join(', ')}.`)
  const isTaken = Object.values(earlier).some((each) => targetOf(each)?.column === target.column)
  if (target.column !== NOT_READ && isTaken)
    throw new InvalidArgumentError(`Two columns are mapped to ${target.column}.`)
  return { ...earlier, [theirs]: ours }
}

/** The span of an assessment: by default a year, including the data centre of things that run in one. */
export function spanOptionsOf({ duration = USUAL_DURATION, boundary = 'DATA_CENTRE' }: AssessingOptions) {
  return { ...(duration !== WHOLE_LIFE && { duration }), boundary }
}

/** The options, with the duration that the things name. Throws a UsageError if they name several. */
export function withDuration<Options extends AssessingOptions>(
  options: Options,
  things: readonly PhraseUse[],
): Options {
  const [duration, ...others] = new Set(things.flatMap((thing) => thing.duration ?? []))
  if (others.length > 0) throw new UsageError('Use the same duration for everything you compare')
  return duration === undefined ? options : { ...options, duration }
}

/** The options, with a whole life converted to hours, since changes between releases need a number. */
export async function withHours(assessor: Assessor, asset: AssetInput, options: AssessOptions): Promise<AssessOptions> {
  if (options.duration !== undefined) return options
  const life = (await assessor.resolve(asset, options)).usage.lifetime?.value
  return { ...options, ...(life !== undefined && { duration: life }) }
}

/** The options of an assessment. For a criterion without figures, the reason is printed. */
export function assessOptionsOf(options: AssessingOptions, assessor: Assessor) {
  const { criteria: asked, strict } = options
  const criteria = asked === 'all' ? assessor.criteria : asked
  for (const criterion of criteria ?? []) {
    const reason = assessor.whyNot(criterion)
    if (reason !== undefined) printError(`${criterion}: release ${assessor.release} has no figures. ${reason}`)
  }
  return {
    ...(criteria && { criteria }),
    ...spanOptionsOf(options),
    ...(strict && { strict }),
  }
}

/** Selects the tables to open. */
export function tableChoiceOf({ tables, release }: AssessingOptions) {
  return { ...(tables && { tables }), ...(release !== undefined && { release }) }
}

/** The version of this package. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  return version
}
