import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { type ExplainedAttribute, type ExplainedPart, importFile } from '../index.ts'
import { type AssessingOptions, assessOptionsOf, formatOption, tableChoiceOf, withAssessingOptions } from './options.ts'
import { plainTable, shortNumber } from './print-assessment.ts'

/** `impactql explain FILE`: what each figure of the first asset of a file comes from. */
export function explainCommand(): Command {
  const command = new Command('explain')
    .description('every attribute that the first asset of a file is computed from, and where it comes from')
    .argument('<file>', 'any file that assess reads, or - for the standard input')
    .addOption(formatOption(['table', 'json']))
  return withAssessingOptions(command).action(
    async (file: string, options: AssessingOptions & { format?: 'table' | 'json' }) => {
      const text = file === '-' ? await readStandardInput() : await readFile(file, 'utf8')
      const row = importFile(text).rows.find((each) => 'asset' in each)
      if (row === undefined || !('asset' in row)) throw new Error(`${file}: there is no asset in it`)
      const { openAssessor } = await import('../batch/open-assessor.ts')
      const parts = await openAssessor(tableChoiceOf(options)).explain(row.asset, assessOptionsOf(options))
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      process.stdout.write(
        format === 'json' ? `${JSON.stringify({ label: row.label, parts }, null, 2)}\n` : tableText(parts),
      )
    },
  )
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function tableText(parts: readonly ExplainedPart[]): string {
  const table = plainTable(['part', 'attribute', 'value', 'min', 'max', 'unit', 'status', 'source'])
  for (const { label, attributes, embedded } of parts) {
    for (const attribute of attributes) table.push([label, ...cellsOf(attribute)])
    for (const [criterion, figure] of Object.entries(embedded)) {
      const numbers = figure ? [figure.value, figure.min, figure.max] : ['not implemented', '', '']
      table.push([label, `embedded ${criterion}`, ...numbers.map(shortNumber), '', '', ''])
    }
  }
  return `${table.toString()}\n`
}

function cellsOf({ name, value, min, max, unit = '', status, source = '' }: ExplainedAttribute): string[] {
  return [name, ...[value, min ?? '', max ?? ''].map(shortNumber), unit, status, source]
}
