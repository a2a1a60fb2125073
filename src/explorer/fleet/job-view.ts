import type { JobStatus } from '../../bulk/jobs/job.ts'
import type { Criterion } from '../../generated/explorer-operations.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { durationInForm, type View } from '../state/view.ts'

type Run = Pick<JobStatus, 'release'> & { readonly totals: NonNullable<JobStatus['totals']> }

/**
 * The view with the conditions that a job was run with. Of several places or loads, the job does not say which one was
 * that of the page: then the view keeps its own if it is among them.
 */
export function viewOfJob(view: View, { totals, release }: Run, { releases }: Pick<Catalogue, 'releases'>): View {
  const { scope, impacts } = totals
  const criteria = Object.keys(impacts).map((code) => code.toUpperCase() as Criterion)
  const places = scope.places.map((place) => (place.endsWith(' (assumed)') ? '' : place))
  const loads = scope.loads.flatMap((words) => /^a load of ([\d.]+) %$/.exec(words)?.[1] ?? [])
  return {
    ...view,
    ...durationInForm(scope.span.duration ?? 'life'),
    location: oneOf(places, view.location),
    load: oneOf(scope.loads.length > loads.length ? [...loads, ''] : loads, view.load),
    boundary: scope.span.boundary ?? 'EQUIPMENT',
    release: releases.some(({ id, current }) => current && id === release) ? '' : release,
    criteria,
    focus: criteria.includes(view.focus) ? view.focus : (criteria[0] ?? view.focus),
  }
}

/** The value that was asked for, or the only one; empty if there is neither. */
function oneOf(values: readonly string[], asked: string): string {
  if (values.includes(asked)) return asked
  return values.length === 1 ? (values[0] as string) : ''
}
