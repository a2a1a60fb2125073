import type { ShownImpactFragment } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'

/** One figure of a download. */
export type FigureRow = {
  readonly subject: string
  /** Label of the part; empty for the whole. */
  readonly component: string
  readonly criterion: string
  readonly unit: string
  readonly phase: 'embedded' | 'use' | 'total'
  readonly value: number
  readonly min: number
  readonly max: number
}

const PHASES = ['embedded', 'use', 'total'] as const

/** Every figure of the pictures: of each subject as a whole and of each of its parts. */
export function figureRows(results: readonly SubjectResult[]): readonly FigureRow[] {
  return results.flatMap(({ name, impacts, components, request }) => [
    ...rowsOf(name, '', impacts),
    ...(request.kind === 'component' ? [] : components.flatMap((part) => rowsOf(name, part.label, part.impacts))),
  ])
}

function rowsOf(subject: string, component: string, impacts: readonly ShownImpactFragment[]): readonly FigureRow[] {
  return impacts.flatMap((impact) =>
    PHASES.flatMap((phase): readonly FigureRow[] => {
      const figure = impact[phase]
      if (figure === null) return []
      const { value, min, max } = figure
      return [{ subject, component, criterion: impact.criterion, unit: impact.unit, phase, value, min, max }]
    }),
  )
}
