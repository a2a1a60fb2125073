import {
  type Criterion,
  ExploreAnswerDocument,
  ExploreComparisonDocument,
} from '../../generated/explorer-operations.ts'
import { faultsOf } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { fetchCatalogue, withPlaceNames } from '../form/catalogue.ts'
import { decimalsOf, fixedText, likelyText } from '../results/number-text.ts'
import { pageWords } from '../results/page-words.ts'
import { rangeOf } from '../results/range-of.ts'
import { assetOf, spanOf } from '../results/request-variables.ts'
import { scaleOf } from '../results/scale.ts'
import { comparedLabels, type SubjectResult, shownTotal } from '../results/subject-result.ts'
import { verdict, withAlikeAsOne } from '../results/verdict.ts'
import { criterionWords, unitWords } from '../results/words.ts'
import { formatView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'
import { subjectName } from '../subjects/subject.ts'
import { type SubjectRequest, subjectRequest } from '../subjects/subject-request.ts'
import { readAsked } from './read-asked.ts'

interface Warning {
  readonly code: string
  readonly message: string
}

/** An answer in words. */
export interface Answer {
  /** A line for each thing, or for those that cannot be told apart: its name, and its figure with the likely range. */
  readonly figures: readonly { readonly name: string; readonly figure: string; readonly likely: string }[]
  /** Which is lower and how certain that is; empty for one thing. */
  readonly verdict: string
  readonly computedFor: string
  /** What the likely ranges are about: ` of error`. */
  readonly rangeOf: string
  /** What the answer takes in place of names that are not known as typed. */
  readonly notes: readonly string[]
  /** Other variants that the name may mean. */
  readonly variants: readonly string[]
  /** What a chart of the figures shows. */
  readonly chart: {
    readonly results: readonly Pick<SubjectResult, 'name' | 'impacts'>[]
    readonly criterion: Criterion
    readonly title: string
    readonly unit: string
    readonly release: string
  }
  /** The address of the same assessment in the explorer. */
  readonly address: string
}

/** What could not be answered, and names that are close. */
export interface Unanswered {
  readonly fault: string
  readonly nearest: readonly string[]
}

/** The carbon footprint of what a phrase names. */
export async function fetchAnswer(phrase: string, signal: AbortSignal): Promise<Answer | Unanswered> {
  try {
    const catalogue = await fetchCatalogue('')
    const asked = await readAsked(phrase, catalogue, signal)
    if ('fault' in asked) return asked
    const requests = asked.view.subjects.map((subject) => subjectRequest(subject, asked.view, catalogue))
    const [wrong] = requests.filter((request) => Array.isArray(request)).flat()
    if (wrong !== undefined) return { fault: wrong.message, nearest: [] }
    const answer = await answerOf(asked.view, requests as readonly SubjectRequest[], catalogue.release, signal)
    return { ...answer, computedFor: withPlaceNames(answer.computedFor, catalogue), variants: asked.variants }
  } catch (error) {
    if (signal.aborted) throw error
    const [fault] = faultsOf(error, { origins: new Map() })
    return { fault: fault?.message ?? '', nearest: fault?.nearest ?? [] }
  }
}

async function answerOf(
  view: View,
  requests: readonly SubjectRequest[],
  release: string,
  signal: AbortSignal,
): Promise<Omit<Answer, 'variants'>> {
  const { focus } = view
  const items = requests.map((request) => ({ asset: assetOf(request), quantity: request.quantity }))
  const [first] = requests
  if (first === undefined) throw new Error('Enter the equipment to assess.')
  const span = spanOf(first)
  const named = requests.map((_, position) => ({
    position,
    name: subjectName(view.subjects[position] as View['subjects'][number]),
  }))
  const labels = comparedLabels(named)
  const [{ fleet }, { comparison }] = await Promise.all([
    send(ExploreAnswerDocument, { items, criteria: [focus], ...span }, { signal }),
    // Over lifetimes that may differ there is nothing to compare.
    items.length > 1 && first.duration !== undefined
      ? send(
          ExploreComparisonDocument,
          { items: items.map((item, at) => ({ ...item, label: labels[at] ?? '' })), criterion: focus, ...span },
          { signal },
        )
      : { comparison: null },
  ])
  const results = named.map((each, at) => ({ ...each, impacts: fleet?.items[at]?.impacts ?? [] }))
  const totals = results.flatMap((result) => shownTotal(result, focus) ?? [])
  const impact = results[0]?.impacts[0]
  const unit = unitWords(impact?.unit)
  const scale = scaleOf(unit, Math.max(0, ...totals.map(({ value }) => value)))
  const shown = withAlikeAsOne(results, focus, comparison ?? undefined)
  const words = verdict(results, focus, scale, comparison ?? undefined)
  return {
    figures: shown.map((result) => {
      const total = shownTotal(result, focus)
      const decimals = decimalsOf(total ? [total.value * scale.by] : [])
      return {
        name: results.length > 1 ? `${result.letters} · ${result.name}` : result.name,
        figure: total ? `${fixedText(total.value * scale.by, decimals)} ${scale.unit}` : 'no figure is published',
        likely: total ? likelyText(total.likely, scale.by, decimals) : '',
      }
    }),
    verdict: words ? `${words.headline} ${words.certainty}`.trim() : '',
    computedFor: [...new Set(results.flatMap(({ impacts }) => impacts[0]?.computedFor ?? []))].join(' '),
    rangeOf: rangeOf(
      requests.map((request, position) => ({
        position,
        request,
        warnings: fleet?.items[position]?.asset?.warnings ?? [],
      })),
    ),
    notes: notesOf(fleet?.items ?? [], results),
    chart: {
      results: shown.filter((result) => shownTotal(result, focus)),
      criterion: focus,
      title: impact ? criterionWords(impact) : '',
      unit,
      release,
    },
    address: `/explorer${formatView(view)}`,
  }
}

/** Codes of warnings about a name that someone typed. */
const OF_NAMES = /^(UNKNOWN_.+|READ_AS|TYPICAL_MODEL|MAKERS_FIGURE)$/

/** What is said about the names of things, with the name of each if there are several. */
function notesOf(
  items: readonly { readonly asset: { readonly warnings: readonly Warning[] } | null }[],
  results: readonly { readonly name: string }[],
): readonly string[] {
  return items.flatMap(({ asset }, at) =>
    (asset?.warnings ?? []).flatMap(({ code, message }) => {
      if (!OF_NAMES.test(code)) return []
      return pageWords(items.length > 1 ? `${results[at]?.name}: ${message}` : message)
    }),
  )
}
