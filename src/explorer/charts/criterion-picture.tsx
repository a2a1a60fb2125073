import type { Criterion } from '../../generated/explorer-operations.ts'
import { decimalsOf, figureText } from '../results/number-text.ts'
import { scaleOf } from '../results/scale.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { criterionWords, unitWords } from '../results/words.ts'
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
import { Drawing, Mark } from './drawing.tsx'
import { PHASE_WORDS, PHASES, type Phase } from './phases.ts'

interface Props {
  readonly criterion: Criterion
  readonly results: readonly SubjectResult[]
  /** Whether it takes the full width. */
  readonly isWide: boolean
}

const HEAD = 24
const ROW = 42
const BAR = 14

/** Embedded against use, and the building where one has it, in one criterion: all subjects on one scale. */
export function CriterionPicture({ criterion, results, isWide }: Props) {
  const [element, width] = useWidth()
  const subjects = results.map((result) => ({
    name: result.name,
    letter: subjectLetter(result.position),
    impact: result.impacts.find((each) => each.criterion === criterion),
  }))
  const some = subjects.find(({ impact }) => impact !== undefined)?.impact
  if (some === undefined) return null
  const { unit, by } = scaleOf(
    unitWords(some.unit),
    Math.max(...subjects.flatMap(({ impact }) => PHASES.map((phase) => impact?.[phase]?.value ?? 0))),
  )
  const likelyOf = (impact: WholeImpact | undefined, phase: Phase) => likelyFigure(impact?.[phase], by)
  const title = criterionWords(some)
  const phases = PHASES.filter((phase) => phase !== 'building' || subjects.some(({ impact }) => impact?.building))
  const figures = subjects.flatMap(({ impact }) => phases.flatMap((phase) => likelyOf(impact, phase) ?? []))
  const scale = barScale(figures, width)
  const decimals = decimalsOf(figures.map(({ value }) => value))
  const height = subjects.length * (HEAD + phases.length * ROW) + 22
  return (
    <figure class={isWide ? 'picture wide' : 'picture'} data-criterion={criterion}>
      <figcaption>
        <h3>{title}</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      {figures.length === 0 && <p class="note">No factor is published for any of them.</p>}
      <Drawing
        element={element}
        width={width}
        height={height}
        title={`${title}: embodied against use, in ${unit}`}
        description={subjects
          .map(({ name, impact }) => `${name}: ${described(phases, decimals, (phase) => likelyOf(impact, phase))}`)
          .join('. ')}
        isHidden={figures.length === 0}
      >
        <Axis scale={scale} top={4} bottom={height - 18} />
        {subjects.map(({ name, letter, impact }, index) => (
          <g key={index} transform={`translate(0 ${index * (HEAD + phases.length * ROW)})`}>
            <text class="row-name" x={6} y={18}>
              {letter} · {shortened(name, width)}
            </text>
            {phases.map((phase, row) => {
              const figure = likelyOf(impact, phase)
              const y = HEAD + row * ROW
              return (
                <g key={phase}>
                  <text class="row-label" x={6} y={y + 13}>
                    {PHASE_WORDS[phase]}
                  </text>
                  <text class="row-value" x={width} y={y + 13} text-anchor="end">
                    {figure ? figureText(figure, decimals) : phase === 'building' ? 'none' : 'no factor is published'}
                  </text>
                  {figure && (
                    <Mark
                      words={`${letter} · ${name}, ${PHASE_WORDS[phase].toLowerCase()}\n${figureText(figure, decimals)} ${unit}`}
                      area={{ y: y + 16, width, height: BAR + 6 }}
                    >
                      <Bar figure={figure} scale={scale} y={y + 19} height={BAR} phase={phase} />
                    </Mark>
                  )}
                </g>
              )
            })}
          </g>
        ))}
      </Drawing>
      {scale.isClipped && <p class="note">An arrow marks a maximum outside the picture, with its number beside it.</p>}
      <FigureTable
        caption={`${title}, in ${unit}`}
        head={FIGURE_HEAD}
        rows={subjects.flatMap(({ name, letter, impact }) =>
          [...phases, 'total' as const].map((phase) =>
            figureRow(`${letter} · ${name}, ${PHASE_WORDS[phase].toLowerCase()}`, impact?.[phase], by),
          ),
        )}
      />
    </figure>
  )
}

type WholeImpact = SubjectResult['impacts'][number]

function described(phases: readonly Phase[], decimals: number, figureOf: (phase: Phase) => Figure | undefined): string {
  return phases
    .map((phase) => {
      const figure = figureOf(phase)
      return `${PHASE_WORDS[phase].toLowerCase()} ${figure ? figureText(figure, decimals) : 'not known'}`
    })
    .join(', ')
}

/** A name shortened to a width. */
function shortened(name: string, width: number): string {
  const most = Math.floor(width / 8.2)
  return name.length > most ? `${name.slice(0, most - 1)}…` : name
}
