import type { Assessable, Impact, ImpactFigure, Span } from './assessable.ts'
import type { Criterion } from './criteria.ts'
import { plus, type Range, scale, ZERO } from './range.ts'
import { union } from './union.ts'

/** So many of one thing. */
export interface FleetMember {
  readonly asset: Assessable
  readonly quantity: number
}

/** Many things together: the sum of quantity * impact; a phase that one of them has no factor for is not told. */
export class Fleet implements Assessable {
  readonly members: readonly FleetMember[]

  constructor(members: readonly FleetMember[]) {
    this.members = members
  }

  impact(criterion: Criterion, span: Span): Impact {
    const impacts = this.members.map(({ asset, quantity }) => ({ impact: asset.impact(criterion, span), quantity }))
    const phase = (name: 'embedded' | 'use') => total(impacts.map((each) => ({ ...each, figure: each.impact[name] })))
    return { criterion, embedded: phase('embedded'), use: phase('use') }
  }
}

function total(
  figures: readonly { readonly figure: ImpactFigure | undefined; readonly quantity: number }[],
): ImpactFigure | undefined {
  let all: Range = ZERO
  const warnings = new Set<readonly string[]>()
  for (const { figure, quantity } of figures) {
    if (figure === undefined) return undefined
    all = plus(all, scale(figure, quantity))
    warnings.add(figure.warnings)
  }
  return figures.length === 0 ? undefined : { ...all, warnings: union(...warnings) }
}
