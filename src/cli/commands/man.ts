import { Command } from 'commander'
import { HELP_EXAMPLES, visibleCommands } from '../help-examples.ts'
import { ownVersion } from '../options.ts'

/** `impactql man`: the manual page, of the same texts as the help. */
export function manCommand(program: Command): Command {
  return new Command('man').description('print the manual page: impactql man | man -l -').action(() => {
    process.stdout.write(manPage(program))
  })
}

/** The manual page of all commands, in the format of man(7). */
export function manPage(program: Command): string {
  const commands = visibleCommands(program)
  const lines = [
    `.TH IMPACTQL 1 "" "impactql ${roff(ownVersion())}" "User Commands"`,
    '.SH NAME',
    `impactql \\- ${roff(startingLow(program.description()))}`,
    '.SH SYNOPSIS',
    '.B impactql',
    '.I name',
    '[\\fBvs\\fR',
    '.IR name ]',
    '.br',
    '.B impactql',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH EXAMPLES',
    ...examples(''),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    '.TP',
    '.B 0',
    'The run finished. Some rows can be faulty.',
    '.TP',
    '.B 1',
    'Nothing could be read, or a limit was exceeded.',
    '.TP',
    '.B 2',
    'Wrong usage.',
  ]
  return `${lines.join('\n')}\n`
}

function section(command: Command): readonly string[] {
  const help = command.createHelp()
  return [
    `.SS "${roff(help.commandUsage(command))}"`,
    sentence(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((argument) => ['.TP', `\\fI${roff(argument.name())}\\fR`, sentence(argument.description)]),
    ...help
      .visibleOptions(command)
      .flatMap((option) => ['.TP', `\\fB${roff(option.flags)}\\fR`, sentence(help.optionDescription(option))]),
    '.PP',
    ...examples(command.name()),
  ]
}

function examples(name: string): readonly string[] {
  const lines = HELP_EXAMPLES[name] ?? []
  return lines.length === 0 ? [] : ['.EX', ...lines.map((line) => `$ ${roff(line)}`), '.EE']
}

/** As a sentence: with a capital, and a full stop unless a command ends it. */
function sentence(text: string): string {
  return roff(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? '' : '.'}`)
}

function startingLow(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

/** A text without what man(7) reads as a request. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/gm, '\\&')
}
