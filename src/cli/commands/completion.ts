import { Command } from 'commander'
import { UsageError } from '../options.ts'

/** `impactql completion SHELL`: a script that completes commands and options. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a completion script for your shell: source <(impactql completion bash)')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) => {
      const commands = program.commands.map((command) => ({
        name: command.name(),
        description: command.description().split(/[:(]/)[0]?.trim() ?? '',
        options: command.options.flatMap(({ long }) => long ?? []),
      }))
      const write = { bash, zsh, fish }[shell as 'bash']
      if (write === undefined) throw new UsageError(`Unknown shell ${shell}. Choose bash, zsh or fish`)
      process.stdout.write(write(commands))
    })
}

interface Completed {
  readonly name: string
  readonly description: string
  readonly options: readonly string[]
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(' ')}" ;;`)
  return `_impactql() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _impactql impactql
`
}

function zsh(commands: readonly Completed[]): string {
  return `#compdef impactql
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c impactql -n __fish_use_subcommand -a ${name} -d '${description.replaceAll("'", "\\'")}'`,
    ...options.map((option) => `complete -c impactql -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
  ])
  return `${lines.join('\n')}\n`
}
