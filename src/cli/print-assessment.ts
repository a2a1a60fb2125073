import Table from 'cli-table3'
import { type Assessment, type Range, roundFigure } from '../index.ts'

/** What one thing is, in a word or two, and its figures. */
export interface Answer {
  readonly title: string
  /** What was found of it, by name. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly assessment: Assessment
}

export const ANSWER_FORMATS = ['table', 'json', 'csv'] as const

export type AnswerFormat = (typeof ANSWER_FORMATS)[number]

/** Prints an answer: as a table on a terminal, as JSON elsewhere, unless a format is named. */
export function printAnswer({ title, facts, assessment }: Answer, named: AnswerFormat | undefined): void {
  const format = named ?? (process.stdout.isTTY ? 'table' : 'json')
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ ...facts, ...assessment }, null, 2)}\n`)
  } else if (format === 'csv') {
    const rows = phasesOf(assessment).map(({ criterion, unit, phase, figure }) =>
      [criterion, phase, figure?.value ?? '', figure?.min ?? '', figure?.max ?? '', unit].join(','),
    )
    process.stdout.write(`${['criterion,phase,value,min,max,unit', ...rows].join('\n')}\n`)
  } else {
    process.stdout.write(`${tableText(title, facts, assessment)}\n`)
  }
}

function tableText(title: string, facts: Answer['facts'], assessment: Assessment): string {
  const shown = Object.entries(facts).filter(
    ([, value]) => value !== undefined && value !== null && typeof value !== 'object',
  )
  const lines = shown.map(([name, value]) => `  ${name}: ${value}`)
  const table = plainTable(['criterion', 'phase', 'value', 'min', 'max', 'unit'])
  for (const { criterion, unit, phase, figure } of phasesOf(assessment)) {
    const cells = figure ? [roundFigure(figure), figure.min, figure.max] : ['not implemented', '', '']
    table.push([criterion, phase, ...cells.map(shortNumber), unit])
  }
  const energy = assessment.energyKwh === null ? [] : [`energy: ${shortNumber(assessment.energyKwh)} kWh`]
  const warnings = assessment.warnings.map(({ message }) => `! ${message}`)
  return [title, ...lines, table.toString(), ...energy, `release: ${assessment.release}`, ...warnings].join('\n')
}

function phasesOf({ impacts }: Assessment) {
  return Object.entries(impacts).flatMap(([criterion, { unit, embedded, use, building, total }]) =>
    Object.entries({ embedded, use, ...(building && { building }), total }).map(
      ([phase, figure]: [string, Range | null]) => ({
        criterion,
        unit,
        phase,
        figure,
      }),
    ),
  )
}

/** A table of plain lines, numbers to the right. */
export function plainTable(head: readonly string[]): Table.Table {
  return new Table({ head: [...head], style: { head: [], border: [] } })
}

/** A number in at most four significant figures, or the text itself. */
export function shortNumber(value: number | string): string {
  return typeof value === 'string' ? value : String(Number(value.toPrecision(4)))
}
