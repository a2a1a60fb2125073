import { Command, CommanderError } from 'commander'
import { UnknownColumnError } from '../bulk/chosen-columns.ts'
import { NotFoundError, TableError } from '../library/index.ts'
import { askCommand } from './commands/ask.ts'
import { assessCommand } from './commands/assess.ts'
import { compareCommand } from './commands/compare.ts'
import { completionCommand } from './commands/completion.ts'
import { cpuCommand } from './commands/cpu.ts'
import { diffCommand } from './commands/diff.ts'
import { examplesCommand } from './commands/examples.ts'
import { explainCommand } from './commands/explain.ts'
import { instanceCommand } from './commands/instance.ts'
import { manCommand } from './commands/man.ts'
import { mcpCommand } from './commands/mcp.ts'
import { rateCardCommand } from './commands/rate-card.ts'
import { serveCommand } from './commands/serve.ts'
import { sqlCommand } from './commands/sql.ts'
import { thisMachineCommand } from './commands/this-machine.ts'
import { totalsCommand } from './commands/totals.ts'
import { examplesText } from './help-examples.ts'
import { ownVersion, UsageError } from './options.ts'
import { printError } from './output/style.ts'

/**
 * Exit codes. FINISHED: the run is complete, even with faulty rows. NOTHING_READ: no file was readable. WRONG_USAGE:
 * the command line is invalid.
 */
export const EXIT = { FINISHED: 0, NOTHING_READ: 1, WRONG_USAGE: 2 } as const

/** The command `impactql` and its commands. */
export function createProgram(): Command {
  const program = new Command('impactql')
    .description('Compute the environmental impacts of servers, cloud instances, laptops and components')
    .version(ownVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('(see impactql --help)')
    .showSuggestionAfterError()
  const ask = askCommand(program)
  const commands = [
    assessCommand(),
    totalsCommand(),
    rateCardCommand(),
    sqlCommand(),
    cpuCommand(),
    instanceCommand(),
    thisMachineCommand(),
    compareCommand(),
    diffCommand(),
    explainCommand(),
    serveCommand(),
    mcpCommand(),
    examplesCommand(),
    completionCommand(program),
    manCommand(program),
  ]
  program.addHelpText('after', examplesText(''))
  for (const command of [ask, ...commands]) {
    command
      .helpOption('-h, --help', 'show this help')
      .showHelpAfterError(command === ask ? '(see impactql --help)' : `(see impactql ${command.name()} --help)`)
      .exitOverride()
      .addHelpText('after', examplesText(command.name()))
    program.addCommand(command, { isDefault: command === ask })
  }
  program.addCommand(workerCommand(), { hidden: true })
  return program.exitOverride()
}

/** A former command, which says what to do instead. */
function workerCommand(): Command {
  return new Command('worker')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new UsageError(
        'The command "impactql worker" no longer exists: a service runs its jobs on its own machine. To spread the work over several computers, run impactql assess --partition i/n on each, then impactql totals',
      )
    })
}

/** Runs a command line and sets the exit code: 0 finished, 1 nothing was readable, 2 wrong usage. */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.FINISHED : EXIT.WRONG_USAGE
    } else {
      const [first, ...others] = error instanceof TableError ? error.faults : [messageOf(error)]
      for (const line of [`error: ${first}`, ...others]) printError(line)
      const isUsage = error instanceof UsageError || isWrongName(error)
      process.exitCode = isUsage ? EXIT.WRONG_USAGE : EXIT.NOTHING_READ
    }
  }
}

/** The words of an error: for a missing name, with what it should name. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { syscall, path, code } = error as NodeJS.ErrnoException
  if (syscall === 'scandir') return `cannot read the folder ${path} (${code})`
  if (!(error instanceof NotFoundError) || error.listed === undefined) return error.message
  const { of, within, names } = error.listed
  const name = `"${error.given}"${within === undefined ? '' : ` of ${within}`}`
  const near = error.nearest.length > 0 ? `. Did you mean ${error.nearest.join(', ')}?` : ''
  return `Unknown ${WORDS[of] ?? of.replaceAll('_', ' ')} ${name}${names === undefined ? near : `. Choose from ${names.join(', ')}`}`
}

const WORDS: Readonly<Record<string, string>> = {
  cloud_provider: 'provider',
  cloud_instance: 'instance type',
  cloud_region: 'region',
}

/** Whether an argument or an option names an unknown release, provider or column. */
function isWrongName(error: unknown): boolean {
  return error instanceof UnknownColumnError || (error instanceof NotFoundError && error.listed?.names !== undefined)
}
