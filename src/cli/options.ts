import { type Command, InvalidArgumentError, Option } from 'commander'
import { BOUNDARIES, type Boundary, CRITERION_CODES, type Criterion } from '../index.ts'

/** Options of all commands that assess. */
export interface AssessingOptions {
  readonly criteria?: readonly Criterion[]
  readonly duration?: number
  readonly tables?: readonly string[]
  readonly release?: string
  readonly boundary?: Boundary
  readonly strict?: true
}

/** Adds the options that choose the figures. */
export function withTableOptions(command: Command): Command {
  return command
    .option('--tables <folder...>', 'folders of own tables, on top of those that come with this')
    .option('--release <id>', 'the data release (default: the newest)')
}

/** Adds the options that choose what is assessed and by which figures. */
export function withAssessingOptions(command: Command): Command {
  return withTableOptions(command)
    .option('--criteria <codes>', `criteria, separated by commas: ${CRITERION_CODES.join(',')}, or all`, readCriteria)
    .option('--duration <hours>', 'hours that are assessed (default: the whole lifetime)', readHours)
    .option('--boundary <which>', 'EQUIPMENT alone (the default), or with its DATA_CENTRE', readBoundary)
    .option('--strict', 'refuse unknown locations, regions and names of parts, rather than replace them with a warning')
}

/** `--format`, of which `words` are possible. */
export function formatOption(words: readonly string[]): Option {
  return new Option('--format <format>', 'how the answer is written (a table on a terminal)').choices([...words])
}

export function readCriteria(text: string): readonly Criterion[] {
  const codes = text
    .toLowerCase()
    .split(',')
    .map((code) => code.trim())
  if (codes.includes('all')) return CRITERION_CODES
  const unknown = codes.find((code) => !CRITERION_CODES.includes(code as Criterion))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no criterion "${unknown}".`)
  return [...new Set(codes)] as Criterion[]
}

export function readHours(text: string): number {
  const hours = Number(text)
  if (!(hours > 0 && hours <= 1e12)) throw new InvalidArgumentError('Expected a number of hours above 0.')
  return hours
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

/** How things are assessed, by the options. */
export function assessOptionsOf({ criteria, duration, boundary, strict }: AssessingOptions) {
  return {
    ...(criteria && { criteria }),
    ...(duration !== undefined && { duration }),
    ...(boundary && { boundary }),
    ...(strict && { strict }),
  }
}

/** Which tables are opened. */
export function tableChoiceOf({ tables, release }: AssessingOptions) {
  return { ...(tables && { tables }), ...(release !== undefined && { release }) }
}
