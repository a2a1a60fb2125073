import type { Command } from 'commander'

/** Command lines in the help of each command, by its name; '' is the program itself. */
export const HELP_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': ['impactql m5.xlarge', 'impactql m5.xlarge vs m6g.xlarge in France', 'impactql "Xeon Gold 6138" --load 30'],
  ask: [
    'impactql ask 20 laptops for 4y',
    'impactql ask H100 --location SWE',
    'impactql ask laptop --json --fields likely.gwp',
  ],
  assess: [
    'impactql assess fleet.csv',
    'impactql assess plan.json --tree',
    'kubectl get nodes -o json | impactql assess -',
    'impactql assess bill.csv --by ServiceName,month --format csv',
    'impactql assess fleet.csv --json --fields label,gwp_total',
    'impactql assess plan.json --likely -o rows.parquet --totals totals.json',
  ],
  totals: [
    'impactql assess bill.csv --partition 1/2 --totals totals-1.json',
    'impactql assess bill.csv --partition 2/2 --totals totals-2.json',
    'impactql totals totals-*.json -o totals.json',
  ],
  cpu: ['impactql cpu "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz"', 'impactql cpu EPYC 7763 --duration 4y'],
  instance: [
    'impactql instance aws m5.xlarge --region eu-west-3',
    'impactql instance aws m5.xlarge --load 30 --format json',
  ],
  'this-machine': [
    'impactql this-machine --location FRA',
    'impactql this-machine --format prometheus --watch 60 -o impactql.prom',
  ],
  compare: ['impactql compare m5.xlarge m6g.xlarge --location FRA', 'impactql compare fleet.csv --criteria pe'],
  diff: [
    'impactql diff plan.json --fail-above 100kg',
    'impactql diff base.csv head.csv --format markdown',
    'impactql diff plan.json --comment',
  ],
  explain: [
    'impactql explain m5.xlarge --location FRA --formulas',
    'impactql explain m5.xlarge --what-if load=60 location=SWE',
    'impactql explain m5.xlarge --location FRA --what-if electricity.FRA.gwp=0.02',
    'impactql explain fleet.csv --row 3 --spread',
  ],
  'rate-card': ['impactql rate-card --providers aws -o rates.parquet'],
  sql: [
    'impactql sql bill.csv --dialect duckdb --rates rates.parquet',
    'impactql sql bill.csv --dialect postgres --table finance.bill',
  ],
  serve: ['impactql serve --port 4000'],
  mcp: ['impactql mcp --release 2026.11'],
  examples: ['impactql examples', 'impactql examples /tmp/impactql'],
  man: ['impactql man | man -l -', 'impactql man > ~/.local/share/man/man1/impactql.1'],
  completion: [
    'source <(impactql completion bash)',
    'impactql completion zsh > ~/.zfunc/_impactql',
    'impactql completion fish > ~/.config/fish/completions/impactql.fish',
  ],
}

/** The examples at the end of a command's help. */
export function examplesText(name: string): string {
  const lines = HELP_EXAMPLES[name] ?? []
  return lines.length === 0 ? '' : `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** The commands that the help lists, without the help itself. */
export function visibleCommands(program: Command): readonly Command[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
}
