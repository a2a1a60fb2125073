import { Argument, Command, type Option } from 'commander'
import { FIGURES_OF } from '../../engine/devices/whole-device.ts'
import { BOUNDARIES, CRITERION_CODES } from '../../library/index.ts'
import { visibleCommands } from '../help-examples.ts'

const SHELLS = { bash, zsh, fish }
type Shell = keyof typeof SHELLS

/** The script that completes commands, options and their values in a shell. */
export async function completionScript(program: Command, shell: Shell): Promise<string> {
  const values = await usualValues()
  const commands = visibleCommands(program).map((command) => completed(command, values))
  const help = { name: 'help', description: 'show the help of a command', options: [] }
  return SHELLS[shell]([...commands, { ...help, values: commands.map(({ name }) => name) }])
}

/** Values of options that take others, too: several criteria, names of places. */
async function usualValues(): Promise<Values> {
  const { openReleases } = await import('../../bulk/open-assessor.ts')
  const releases = openReleases()
  const { tables } = releases.newest.references
  return {
    '--boundary': BOUNDARIES,
    '--figures': FIGURES_OF,
    '--criteria': [...CRITERION_CODES, 'all'],
    '--release': releases.all.map(({ id }) => id),
    '--location': tables.locations.map(({ code }) => code),
  }
}

type Values = Readonly<Record<string, readonly string[]>>

/** Options of the program itself. */
const OF_PROGRAM = ['--help', '--version']

/** `impactql completion SHELL`: a script that completes commands, options and their values. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(Object.keys(SHELLS)))
    .action(async (shell: Shell) => {
      process.stdout.write(await completionScript(program, shell))
    })
}

interface Completed {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** Values of the argument. Empty if it is a file or a name. */
  readonly values: readonly string[]
}

interface CompletedOption {
  readonly long: string
  readonly description: string
  readonly takesValue: boolean
  /** Values to choose from. Empty if it is a file, a number or a name. */
  readonly values: readonly string[]
}

function completed(command: Command, usual: Values): Completed {
  const { registeredArguments: [argument] = [] } = command
  const options = [...command.options, ...command.createHelp().visibleOptions(command)]
  return {
    name: command.name(),
    description: command.description(),
    options: [...new Set(options)].flatMap((option) => (option.long ? [completedOption(option, usual)] : [])),
    values: argument?.argChoices ?? [],
  }
}

function completedOption(option: Option, usual: Values): CompletedOption {
  const { long = '', description, required, optional, argChoices } = option
  return { long, description, takesValue: required || optional, values: argChoices ?? usual[long] ?? [] }
}

function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.flatMap(({ name, options, values }) => [
    ...options
      .filter((option) => option.values.length > 0)
      .map(({ long, values: chosen }) => `    "${name} ${long}") words="${chosen.join(' ')}" ;;`),
    `    "${name} "*) words="${[...options.map(({ long }) => long), ...values].join(' ')}" ;;`,
  ])
  return `_impactql() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} ${OF_PROGRAM.join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _impactql impactql
`
}

function zsh(commands: readonly Completed[]): string {
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${inShort(description)}`)}`)
  const cases = commands.map(({ name, options, values }) => {
    const specs = options.map(({ long, description, takesValue, values: chosen }) => {
      const value = chosen.length > 0 ? `:value:(${chosen.join(' ')})` : takesValue ? ':value:_files' : ''
      return quoted(`*${long}[${inShort(description).replace(/[[\]\\:]/g, '\\$&')}]${value}`)
    })
    const rest = values.length > 0 ? `:value:(${values.join(' ')})` : ':file:_files'
    return `    ${name}) _arguments ${[...specs, quoted(`*${rest}`)].join(' ')} ;;`
  })
  return `#compdef impactql
_impactql() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    [[ $words[2] == -* ]] && compadd -- ${OF_PROGRAM.join(' ')}
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _impactql ]; then _impactql "$@"; else compdef _impactql impactql; fi
`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => {
    const within = `complete -c impactql -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c impactql -f -n __fish_use_subcommand -a ${name} -d ${quoted(inShort(description))}`,
      ...options.map(({ long, description: words, takesValue, values: chosen }) => {
        const value = chosen.length > 0 ? ` -x -a ${quoted(chosen.join(' '))}` : takesValue ? ' -r' : ''
        return `${within} -l ${long.slice(2)}${value} -d ${quoted(inShort(words))}`
      }),
      ...(values.length > 0 ? [`${within} -f -a ${quoted(values.join(' '))}`] : []),
    ]
  })
  const ofProgram = OF_PROGRAM.map((long) => `complete -c impactql -n __fish_use_subcommand -l ${long.slice(2)}`)
  return `${[...lines, ...ofProgram].join('\n')}\n`
}

/** The first words of a description, up to what explains it. */
function inShort(description: string): string {
  return description.split(/[:(]|\. /)[0]?.trim() ?? ''
}

/** In single quotes, which all three shells read alike but for a quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}
