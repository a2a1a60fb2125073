import { Command, InvalidArgumentError } from 'commander'
import { isWhole } from '../../engine/readings/phases-held.ts'
import type { ImportedFile } from '../../library/index.ts'
import { withUsage } from '../../library/with-usage.ts'
import { refuseNames, useOf } from '../asked-things.ts'
import { importedFile } from '../assets-of-file.ts'
import { diffRows, type FileDiff, someOf } from '../diff-rows.ts'
import {
  type AssessingOptions,
  answerJson,
  assessOptionsOf,
  MAP_HELP,
  readMapping,
  strictOption,
  tableChoiceOf,
  UsageError,
  type UseOptions,
  withAnswerOptions,
  withAssessingOptions,
  withUseOptions,
} from '../options.ts'
import { printError } from '../output/style.ts'
import { postComment } from '../post-comment.ts'
import { diffMarkdown, diffText } from '../print-diff.ts'

interface DiffOptions extends AssessingOptions, UseOptions {
  readonly format?: 'table' | 'markdown' | 'json'
  readonly fields?: readonly string[]
  readonly map?: Readonly<Record<string, string>>
  readonly failAbove?: Limit
  readonly comment?: true | string
}

/** What a change may add: an amount in the unit of the criterion, or a share of the base. */
type Limit = { readonly most: number } | { readonly share: number }

/** `impactql diff BASE HEAD`, or `PLAN`: what a change adds and removes. */
export function diffCommand(): Command {
  const command = new Command('diff')
    .description(
      'compare two files, or both sides of a Terraform plan: the impact over a year (or --duration) of what the change adds, removes and replaces',
    )
    .argument('<base>', 'the file before the change, or a Terraform plan: the output of terraform show -json plan.bin')
    .argument('[head]', 'the file after the change. Leave it out for a plan, which has both sides')
    .option(
      '--fail-above <limit>',
      'exit with status 1 if the change adds more than this limit: an amount such as 100kg or 2t, or a share of the base such as 10%. Impact that the change removes is subtracted',
      readLimit,
    )
    .option(
      '--comment [name]',
      'also write the difference as a comment on the pull request (GitHub Actions, GitLab CI). If this command has already written a comment with this name, it replaces that comment',
    )
    .option('--map <theirs=ours...>', MAP_HELP, readMapping)
  const answered = withAnswerOptions(command, ['table', 'markdown', 'json'], 'difference,computedFor')
  return withAssessingOptions(withUseOptions(answered), 'ONE')
    .addOption(strictOption())
    .action(async (base: string, head: string | undefined, options: DiffOptions) => {
      const { map, fields, failAbove, comment } = options
      const { openAssessor } = await import('../../bulk/open-assessor.ts')
      const assessor = openAssessor(tableChoiceOf(options))
      refuseNames(assessor, head === undefined ? [base] : [base, head])
      const given = { ...(map && { map }) }
      const before = await importedFile(base, { ...given, side: head === undefined ? 'before' : 'after' })
      if (head === undefined && before.format !== 'terraform')
        throw new UsageError(
          `${base} is ${FORMATS[before.format] ?? 'a bill'}, not a Terraform plan. Name two files: impactql diff base.csv head.csv`,
        )
      const after = await importedFile(head ?? base, { ...given, side: 'after' })
      const usage = useOf(assessor, options)
      const used = ({ rows }: ImportedFile) =>
        rows.map((row) => ('asset' in row ? { ...row, asset: withUsage(row.asset, usage) } : row))
      const diff = await diffRows(assessor, used(before), used(after), assessOptionsOf(options, assessor))
      const format = options.format ?? (process.stdout.isTTY ? 'table' : 'json')
      const text =
        format === 'json' ? answerJson(diff, fields) : format === 'table' ? diffText(diff) : diffMarkdown(diff)
      process.stdout.write(`${text}\n`)
      if (failAbove) checkLimit(diff, failAbove)
      // After the limit, because the platform can refuse the comment.
      if (comment !== undefined) await postComment(diffMarkdown(diff), comment === true ? 'diff' : comment)
    })
}

/** Says what the limit does not count, and sets the exit status if the limit is not kept. */
function checkLimit(diff: FileDiff, limit: Limit): void {
  const reason = reasonFailed(diff, limit)
  const left = diff.left.length === 0 ? '' : `; not counted: ${someOf(diff.left.map(({ label }) => label))}`
  if (reason !== undefined) {
    printError(`error: ${reason}${left}`)
    process.exitCode = 1
  } else if (left) printError(`The change is within the limit${left}`)
}

/** Why a limit is not kept; undefined if it is. A limit that cannot be checked is not kept. */
function reasonFailed(
  { difference, before, unit, covered, hasVerdict, reason }: FileDiff,
  limit: Limit,
): string | undefined {
  const unchecked = `the limit cannot be checked: ${reason ?? 'part of the base is unknown'}`
  if (difference === null || ('share' in limit && !isWhole(covered.before))) return unchecked
  const most = 'most' in limit ? limit.most : limit.share * (before ?? 0)
  if (difference.value <= most) return hasVerdict ? undefined : unchecked
  return `the change adds ${Number(difference.value.toPrecision(4))} ${unit}, above the limit of ${Number(most.toPrecision(4))} ${unit}`
}

/** What a file was read as, in words. Others are bills. */
const FORMATS: Readonly<Partial<Record<ImportedFile['format'], string>>> = {
  csv: 'a table',
  ndjson: 'a list of assets',
  list: 'a list of assets',
  kubernetes: 'a list of Kubernetes nodes',
  lshw: 'the hardware of a machine (lshw)',
}

function readLimit(text: string): Limit {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(kg|t|%)?$/i.exec(text.trim()) ?? []
  if (number === '') throw new InvalidArgumentError('Expected an amount such as 100kg or 2t, or a share such as 10%.')
  if (unit === '%') return { share: Number(number) / 100 }
  return { most: Number(number) * (unit.toLowerCase() === 't' ? 1000 : 1) }
}
