import type { Coverage } from '../engine/assessment/coverage.ts'
import { rangeAbout } from '../library/assumptions.ts'
import type { AssessedTotal, Assessment, Assessor, Criterion, FigureReading, Likely } from '../library/index.ts'
import type { AskedThing } from './asked-things.ts'
import type { assessOptionsOf } from './options.ts'
import { bar, type Line, wrap } from './output/style.ts'
import {
  argumentWords,
  exactWords,
  figureWords,
  likelyWords,
  manyLikely,
  overWords,
  rangeLine,
  shareWords,
  stageWords,
  times,
} from './output/words.ts'
import { type Answer, unknownWords, warningLines } from './print-assessment.ts'

/** Largest causes shown. */
const MOST_SHOWN = 3
/** Smaller causes are not shown. */
const LEAST_SHARE = 0.01

/** Options that set inputs of an asset. */
const OPTIONS: Readonly<Record<string, string>> = {
  'usage.usageLocation': '--location',
  'usage.timeWorkload': '--load',
}

/** A figure of a thing, read as far as a short answer needs. */
interface ReadFigure {
  readonly criterion: Criterion
  readonly figure: FigureReading
  readonly likely: Likely
  readonly stages: ReturnType<FigureReading['stages']>
  readonly drivers: ReturnType<FigureReading['drivers']>
}

/** The answer about one thing. */
export interface OneAnswer extends Answer {
  readonly thing: AskedThing
  readonly figures: readonly ReadFigure[]
}

/** Assesses one thing, and reads the total of each criterion. */
export async function answerOne(
  assessor: Assessor,
  thing: AskedThing,
  options: ReturnType<typeof assessOptionsOf>,
): Promise<OneAnswer> {
  const { criteria = ['gwp'], ...asked } = options
  const assessment = await assessor.assess(thing.asset, { ...asked, criteria, likely: true })
  const figures: ReadFigure[] = []
  for (const criterion of criteria) {
    const likely = assessment.impacts[criterion]?.total?.likely
    const figure = await assessor.figure(thing.asset, { ...asked, criterion })
    if (figure !== null && likely !== undefined)
      figures.push({ criterion, figure, likely, stages: figure.stages(), drivers: figure.drivers() })
  }
  const { label, kind, quantity, asset, variants } = thing
  const likely = Object.fromEntries(figures.map((each) => [each.criterion, manyLikely(each.likely, quantity)]))
  const stages = Object.fromEntries(figures.map((each) => [each.criterion, each.stages]))
  const drivers = Object.fromEntries(
    figures.map((each) => [
      each.criterion,
      each.drivers.map(({ id, label: words, share, advice }) => ({ id, label: words, share, advice })),
    ]),
  )
  const facts = {
    name: label,
    ...(kind !== undefined && { kind }),
    ...(variants.length > 0 && { variants }),
    quantity,
    asset,
    likely,
    stages,
    drivers,
  }
  return {
    title: label,
    facts,
    asset,
    assessment: manyOf(assessment, quantity),
    thing,
    figures,
  }
}

/** A sentence, two lines on what matters most, and how to go on. */
export function answerText({ thing, figures, assessment }: OneAnswer): string {
  const { label, quantity, variants } = thing
  const [first] = figures
  const for_ = overWords(assessment.computedFor)
  const name = quantity === 1 ? label : `${exactWords(quantity)} x ${label}`
  if (first === undefined) {
    const [reason] = Object.values(assessment.impacts).flatMap(({ reason }) => reason ?? [])
    return wrap([name, `: no figure is known ${for_}${reason === undefined ? '' : ` ${reason}.`}`])
  }
  const sentences = figures.map(({ criterion, figure, likely }, at): Line => {
    const range = `likely ${likelyWords(manyLikely(likely, quantity))}${unknownWords(assessment.impacts[criterion]?.lacking)}`
    const words = `${figureWords(times(figure, quantity))} ${figure.unit} (${range})`
    return at === 0 ? [`${name}: ${words}`, ` ${for_}`] : `${criterion}: ${words}`
  })
  const stages = largest(first.stages).map(
    ({ stage, share }, at) => `${stageWords(stage)} ${at === 0 ? `${bar(share).trimEnd()} ` : ''}${shareWords(share)}`,
  )
  const drivers = largest(first.drivers).map(({ label: words, share, inputs }) => {
    const option = inputs.flatMap((input) => OPTIONS[input] ?? [])[0]
    return `${inShort(words)} ${shareWords(share)}${option === undefined ? '' : ` (${option})`}`
  })
  const quoted = argumentWords(label)
  const others =
    variants.length > 0 ? [`The name most often means "${label}". It can also mean ${variants.join(', ')}.`] : []
  const lines = [
    ...sentences,
    rangeLine([{ label, about: rangeAbout(thing.asset, assessment.warnings) }]),
    ...(stages.length > 0 ? [`Made up of: ${stages.join(', ')}.`] : []),
    ...(drivers.length > 0 ? [`Causes of the spread: ${drivers.join(', ')}.`] : []),
    ...others,
    ...warningLines(assessment),
    `Next: impactql explain ${quoted}, impactql ${quoted} vs NAME, or --location, --load, --duration 4y.`,
  ]
  return lines.map((line) => wrap(line, 2)).join('\n')
}

/** `Load (typical: m5.metal)` as `Load (typical)`. */
function inShort(label: string): string {
  return label.replace(/ \(typical: .*\)$/, ' (typical)')
}

function largest<Part extends { readonly share: number }>(parts: readonly Part[]): readonly Part[] {
  return parts
    .filter(({ share }) => share >= LEAST_SHARE)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MOST_SHOWN)
}

/** The assessment of several units. */
function manyOf(assessment: Assessment, quantity: number): Assessment {
  if (quantity === 1) return assessment
  const impacts = Object.entries(assessment.impacts).map(([criterion, { embedded, use, building, total, ...of }]) => [
    criterion,
    {
      ...of,
      ...coverageOfMany(of, quantity),
      embedded: embedded && figureOfMany(embedded, quantity),
      use: use && figureOfMany(use, quantity),
      building: building && figureOfMany(building, quantity),
      total: total && figureOfMany(total, quantity),
    },
  ])
  const energyRange = assessment.energyRange && figureOfMany(assessment.energyRange, quantity)
  const energy = energyRange?.value ?? null
  return { ...assessment, impacts: Object.fromEntries(impacts), energy, energyRange, energyKwh: energy }
}

function coverageOfMany({ coverage, lacking }: Coverage, quantity: number): Omit<Coverage, 'isPartial'> {
  return {
    coverage: coverage.map((each) => ({ ...each, units: each.units * quantity, of: each.of * quantity })),
    lacking: lacking.map(({ phase, units }) => ({ phase, units: units * quantity })),
  }
}

function figureOfMany<Figure extends AssessedTotal>(figure: Figure, quantity: number): Figure {
  const likely = figure.likely && { likely: manyLikely(figure.likely, quantity) }
  return { ...figure, ...times(figure, quantity), ...likely }
}
