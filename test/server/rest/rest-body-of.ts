type Input = Readonly<Record<string, unknown>>

/**
 * The same asset as a REST client says it: snake_case, one list of disks with their types, loads and factors in one
 * field.
 */
export function restBodyOf(input: Input): Input {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (key === 'workloadLevels') return ['time_workload', (value as Input[]).map(restBodyOf)]
      if (key === 'elecFactors') return ['elec_factors', factorsOf(value as Factor[])]
      if (key === 'caseType') return ['case_type', `${value}`.toLowerCase()]
      if (key === 'disk') return ['disk', (value as Input[]).map(diskOf)]
      return [snakeCase(key), bodyOf(value)]
    }),
  )
}

interface Factor {
  readonly criterion: string
  readonly value: number
}

function bodyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bodyOf)
  return value !== null && typeof value === 'object' ? restBodyOf(value as Input) : value
}

function diskOf(disk: Input): Input {
  const [[type = '', drive]] = Object.entries(disk) as [[string, Input]]
  return { type, ...restBodyOf(drive) }
}

function factorsOf(factors: readonly Factor[]): Input {
  return Object.fromEntries(factors.map(({ criterion, value }) => [criterion.toLowerCase(), value]))
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
