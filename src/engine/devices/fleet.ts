import type { Criterion } from '../figures/criteria.ts'
import { plus, type Range, scale, ZERO } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import type { Assessable, Impact, ImpactFigure, Span } from './assessable.ts'

/** So many of one thing. */
export interface FleetMember {
  readonly asset: Assessable
  readonly quantity: number
}

/** Many things together: the sum of quantity * impact; a phase that one of them has no factor for is not told. */
export class Fleet implements Assessable {
  readonly members: readonly FleetMember[]
  /** Each different asset once, and how many there are of it in all. */
  readonly #quantities: ReadonlyMap<Assessable, number>

  constructor(members: readonly FleetMember[]) {
    this.members = members
    const quantities = new Map<Assessable, number>()
    for (const { asset, quantity } of members) quantities.set(asset, (quantities.get(asset) ?? 0) + quantity)
    this.#quantities = quantities
  }

  impact(criterion: Criterion, span: Span): Impact {
    const steps = this.impactByAsset(criterion, span)
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
  }

  /** Computes the same, an asset a step, for who has other things to do in between. */
  *impactByAsset(criterion: Criterion, span: Span): Generator<undefined, Impact> {
    const impacts: { readonly impact: Impact; readonly quantity: number }[] = []
    for (const [asset, quantity] of this.#quantities) {
      impacts.push({ impact: asset.impact(criterion, span), quantity })
      yield
    }
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
