import { useId } from 'preact/hooks'
import type { Criterion, ShownImpactFragment } from '../../generated/explorer-operations.ts'
import { figureText, numberText } from '../results/number-text.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { Axis } from './axis.tsx'
import { Bar } from './bar.tsx'
import { barScale, type Figure } from './bar-scale.ts'
import { FigureTable } from './figure-table.tsx'
import { useWidth } from './use-width.ts'

interface Props {
  readonly criterion: Criterion
  readonly results: readonly SubjectResult[]
  /** Whether it takes all the width. */
  readonly isWide: boolean
}

const HEAD = 24
const ROW = 42
const BAR = 14
const PHASES = ['embedded', 'use'] as const

/** Embedded against use in one criterion: all subjects on one scale. */
export function CriterionPicture({ criterion, results, isWide }: Props) {
  const [element, width] = useWidth()
  const id = useId()
  const subjects = results.map((result) => ({
    name: result.name,
    letter: subjectLetter(result.place),
    impact: result.impacts.find((each) => each.criterion === criterion),
  }))
  const some = subjects.find(({ impact }) => impact !== undefined)?.impact
  if (some === undefined) return null
  const unit = unitWords(some.unit)
  const title = criterionWords(some)
  const figures = subjects.flatMap(({ impact }) => PHASES.flatMap((phase) => impact?.[phase] ?? []))
  const scale = barScale(figures as Figure[], width)
  const height = subjects.length * (HEAD + 2 * ROW) + 22
  return (
    <figure class={isWide ? 'picture wide' : 'picture'} data-criterion={criterion}>
      <figcaption>
        <h3>{title}</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      {figures.length === 0 && <p class="note">No factor is published for any of them.</p>}
      <div ref={element} hidden={figures.length === 0}>
        <svg width={width} height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
          <title id={`${id}-title`}>
            {title}: making against use, in {unit}
          </title>
          <desc id={`${id}-desc`}>
            {subjects.map(({ name, impact }) => `${name}: ${described(impact)}`).join('. ')}
          </desc>
          <Axis scale={scale} top={4} bottom={height - 18} />
          {subjects.map(({ name, letter, impact }, index) => (
            <g key={index} transform={`translate(0 ${index * (HEAD + 2 * ROW)})`}>
              <text class="row-name" x={6} y={18}>
                {letter} · {shortened(name, width)}
              </text>
              {PHASES.map((phase, row) => {
                const figure = impact?.[phase]
                const y = HEAD + row * ROW
                return (
                  <g key={phase}>
                    <text class="row-label" x={6} y={y + 13}>
                      {phase === 'embedded' ? 'Making' : 'Use'}
                    </text>
                    <text class="row-value" x={width} y={y + 13} text-anchor="end">
                      {figure ? figureText(figure) : 'no factor is published'}
                    </text>
                    {figure && <Bar figure={figure} scale={scale} y={y + 19} height={BAR} phase={phase} />}
                  </g>
                )
              })}
            </g>
          ))}
        </svg>
      </div>
      {scale.isClipped && <p class="note">The numbers beside arrows are largest values that lie beyond the picture.</p>}
      <FigureTable
        caption={`${title}, in ${unit}`}
        head={['What', 'Value', 'Smallest', 'Largest']}
        rows={subjects.flatMap(({ name, letter, impact }) =>
          (['embedded', 'use', 'total'] as const).map((phase) => {
            const figure = impact?.[phase]
            const head = `${letter} · ${name}, ${phase}`
            return figure ? [head, ...[figure.value, figure.min, figure.max].map(numberText)] : [head, '–', '–', '–']
          }),
        )}
      />
    </figure>
  )
}

function described(impact: ShownImpactFragment | undefined): string {
  return PHASES.map((phase) => {
    const figure = impact?.[phase]
    return `${phase} ${figure ? figureText(figure) : 'not known'}`
  }).join(', ')
}

/** A name cut to what fits beside nothing else. */
export function shortened(name: string, width: number): string {
  const most = Math.floor(width / 8.2)
  return name.length > most ? `${name.slice(0, most - 1)}…` : name
}
