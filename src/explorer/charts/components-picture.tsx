import type { Criterion } from '../../generated/explorer-operations.ts'
import { decimalsOf, figureText, fixedText } from '../results/number-text.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject.ts'
import {
  Axis,
  Bar,
  barScale,
  FIGURE_HEAD,
  type Figure,
  FigureTable,
  figureRow,
  likelyFigure,
  useWidth,
} from './chart.tsx'
import { type ComponentFigures, componentFigures } from './component-figures.ts'
import { Drawing, Mark } from './drawing.tsx'
import { PHASE_WORDS, PHASES } from './phases.ts'

interface Props {
  readonly result: SubjectResult
  readonly criterion: Criterion
  readonly unit: string
  /** What figures are multiplied by for the unit. */
  readonly by: number
  /** All figures of the chart, in the unit: all subjects share one scale. */
  readonly figures: readonly Figure[]
  /** Names of the parts in display order. */
  readonly order: readonly string[]
}

const BAR = 9
const NAME = 20
const GAP = 16

/** The parts of one subject in one criterion. */
export function ComponentsPicture({ result, criterion, unit, by, figures, order }: Props) {
  const [element, width] = useWidth()
  const parts = componentFigures(result, criterion).toSorted(
    (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
  )
  const scale = barScale(figures, width)
  const decimals = decimalsOf(figures.map(({ value }) => value))
  const tops = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + heightOf(part), 4))
  const height = parts.reduce((sum, part) => sum + heightOf(part), 4) + 18
  return (
    <figure class="picture">
      <figcaption>
        <h3>
          {subjectLetter(result.position)} · {result.name}
        </h3>
      </figcaption>
      {parts.length === 0 ? (
        <p class="note">Published only as a whole, without parts.</p>
      ) : (
        <>
          <Drawing
            element={element}
            width={width}
            height={height}
            title={`Parts of ${result.name}, in ${unit}`}
            description={parts.map((part) => `${part.name}: ${partText(part, by, decimals)}`).join('. ')}
          >
            <Axis scale={scale} top={0} bottom={height - 18} />
            {parts.map((part, at) => {
              const phases = PHASES.filter((phase) => part[phase] !== undefined)
              return (
                <g key={part.name} transform={`translate(0 ${tops[at]})`}>
                  <text class="row-label strong" x={6} y={14}>
                    {part.name}
                  </text>
                  <text class="row-value" x={width} y={14} text-anchor="end">
                    {phases.length > 0
                      ? phases
                          .map(
                            (phase) =>
                              `${PHASE_WORDS[phase].toLowerCase()} ${fixedText((part[phase] as Figure).value * by, decimals)}`,
                          )
                          .join('  ·  ')
                      : 'not known'}
                  </text>
                  {phases.map((phase, row) => {
                    const figure = likelyFigure(part[phase], by) as Figure
                    const y = NAME + row * (BAR + 3)
                    return (
                      <Mark
                        key={phase}
                        words={`${part.name}, ${PHASE_WORDS[phase].toLowerCase()}\n${figureText(figure, decimals)} ${unit}`}
                        area={{ y: y - 1, width, height: BAR + 3 }}
                      >
                        <Bar figure={figure} scale={scale} y={y} height={BAR} phase={phase} />
                      </Mark>
                    )
                  })}
                </g>
              )
            })}
          </Drawing>
          <FigureTable
            caption={`Parts of ${result.name}, in ${unit}`}
            head={FIGURE_HEAD}
            rows={parts.flatMap((part) =>
              PHASES.flatMap((phase) =>
                part[phase] ? [figureRow(`${part.name}, ${PHASE_WORDS[phase].toLowerCase()}`, part[phase], by)] : [],
              ),
            )}
          />
        </>
      )}
    </figure>
  )
}

function heightOf(part: ComponentFigures): number {
  const bars = PHASES.filter((phase) => part[phase] !== undefined).length
  return NAME + bars * (BAR + 3) + GAP
}

function partText(part: ComponentFigures, by: number, decimals: number): string {
  return PHASES.flatMap((phase) => {
    const figure = likelyFigure(part[phase], by)
    return figure === undefined ? [] : [`${PHASE_WORDS[phase].toLowerCase()} ${figureText(figure, decimals)}`]
  }).join(', ')
}
