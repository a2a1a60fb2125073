import type { JobState, JobStatus, JobStep } from '../../src/bulk/jobs/job.ts'
import { UNCOUNTED_REASONS } from '../../src/engine/assessment/coverage.ts'
import { ASSUMPTIONS } from '../../src/engine/values/assumptions.ts'
import { CRITERIA, type Criterion } from '../../src/engine/values/criteria.ts'
import { FaultError } from '../../src/input/fault.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { connectionOf, pageArguments, pageBehind, pageSize } from '../catalogue/connection.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { NodeInterface } from '../catalogue/node.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { BillCoverage } from './bill-coverage.ts'
import { coverageFields } from './impact.ts'
import { Likely } from './readings/distribution.ts'

type Totals = NonNullable<JobStatus['totals']>
type Summed = NonNullable<Totals['impacts'][Criterion]>
type Bounds = NonNullable<Summed['total']>

const JobStateEnum = enumType('JobState', 'State of a job.', {
  QUEUED: 'The job waits.',
  RUNNING: 'The job is running.',
  DONE: 'The job is done, and its result is available.',
  FAILED: 'The job failed. `fault` is the reason.',
  CANCELLED: 'The job was removed before it ended.',
})

const JobStepEnum = enumType('JobStep', 'Step of a running job.', {
  READING: 'Reading the file and finding its different assets.',
  EVALUATING: 'Evaluating the assets.',
  WRITING: 'Writing the rows with their figures.',
})

const SummedFigure = builder.objectRef<Bounds>('SummedFigure').implement({
  description: 'A sum with its bounds, unrounded.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Sum, in the unit of its parts.' }),
    min: t.exposeFloat('min', { description: 'Lower bound, in the unit of its parts.' }),
    max: t.exposeFloat('max', { description: 'Upper bound, in the unit of its parts.' }),
    likely: t.expose('likely', {
      type: Likely,
      nullable: true,
      description: 'Likely range. Null unless you sent the file with `likely=true`.',
    }),
  }),
})

const JobImpact = builder.objectRef<Summed & { readonly criterion: Criterion }>('JobImpact').implement({
  description: 'Impact of all rows of a job in one criterion.',
  fields: (t) => ({
    criterion: t.field({
      type: CriterionEnum,
      description: 'Impact criterion.',
      resolve: ({ criterion }) => criterion,
    }),
    unit: t.string({ description: 'Unit of the figures.', resolve: ({ criterion }) => CRITERIA[criterion].unit }),
    embedded: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Embodied impact of the assets that have a figure. Null if no asset has one.',
      resolve: ({ embedded }) => embedded,
    }),
    use: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Use impact of the assets with a figure. Null if no asset has one.',
      resolve: ({ use }) => use,
    }),
    building: t.field({
      type: SummedFigure,
      nullable: true,
      description:
        'Impact of the buildings of data centres, with the boundary DATA_CENTRE. Null if no asset has a figure.',
      resolve: ({ building }) => building,
    }),
    total: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Sum of the phases with a figure.',
      resolve: ({ total }) => total,
    }),
    ...coverageFields<Summed>(t as never, (summed) => summed),
  }),
})

const AssumptionEnum = enumType('Assumption', 'Why figures rest on an assumption.', ASSUMPTIONS)

const UNITS = 'Number of units: the sum of the quantities.'

const AssumedShare = builder
  .objectRef<{ readonly criterion: Criterion; readonly share: number | null }>('AssumedShare')
  .implement({
    description: 'Share of a total that rests on an assumption, or on a figure of your own.',
    fields: (t) => ({
      criterion: t.field({
        type: CriterionEnum,
        description: 'Impact criterion.',
        resolve: ({ criterion }) => criterion,
      }),
      share: t.exposeFloat('share', {
        nullable: true,
        description: 'Share of the total, 0 to 1. Null if the total is missing or 0.',
      }),
    }),
  })

function sharesOf({ shares }: Pick<Totals['assumptions'][number], 'shares'>) {
  return Object.entries(shares).map(([criterion, share]) => ({ criterion: criterion as Criterion, share }))
}

const AssumedUnits = builder.objectRef<Totals['assumptions'][number]>('AssumedUnits').implement({
  description: 'Units whose figures rest on an assumption, and their share of the result.',
  fields: (t) => ({
    reason: t.field({
      type: AssumptionEnum,
      description: 'Reason for the assumption.',
      resolve: ({ reason }) => reason,
    }),
    units: t.exposeFloat('units', { description: UNITS }),
    shares: t.field({
      type: [AssumedShare],
      description: 'Share of the total by criterion.',
      resolve: sharesOf,
    }),
  }),
})

const OwnUnits = builder.objectRef<NonNullable<Totals['ownFigures']>>('OwnUnits').implement({
  description: 'Units whose manufacturing is a figure of your own, and its share of the result.',
  fields: (t) => ({
    units: t.exposeFloat('units', { description: UNITS }),
    shares: t.field({
      type: [AssumedShare],
      description:
        'Share of that figure in the total, by criterion. It is 0 in criteria other than climate change and its parts.',
      resolve: sharesOf,
    }),
  }),
})

const UncountedReasonEnum = enumType('UncountedReason', 'Why units have no figure.', UNCOUNTED_REASONS)

const UncountedUnits = builder.objectRef<Totals['uncounted'][number]>('UncountedUnits').implement({
  description: 'Units without a figure that share a reason, and what would make them count.',
  fields: (t) => ({
    reason: t.field({
      type: UncountedReasonEnum,
      description: 'Why they have no figure.',
      resolve: ({ reason }) => reason,
    }),
    kind: t.exposeString('kind', {
      nullable: true,
      description:
        'Their kind, as in the column `kind`: `ups`. Null for other reasons than NO_FIGURE. Later versions may add values.',
    }),
    word: t.exposeString('word', {
      nullable: true,
      description:
        'Word of the file that means no known kind, at most 60 characters. Null for other reasons than UNKNOWN_KIND.',
    }),
    units: t.exposeFloat('units', {
      description: `${UNITS} A faulty row without a readable quantity counts as 1.`,
    }),
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of rows.' }),
    give: t.exposeStringList('give', {
      description: 'Columns to add or to correct, such as `own_making_kg`. Empty if no column would help.',
    }),
    nearest: t.exposeStringList('nearest', { description: 'Known kinds similar to the word, the most similar first.' }),
  }),
})

const ENERGY = 'Energy over the duration, in kWh, of the assets with a known power. Null if no power is known.'

const ROWS = {
  read: 'Number of rows of the file. Null until they are counted.',
  done: 'Number of rows processed so far, faulty rows and rows left out included.',
  faulty: 'Number of rows with a fault. The result names the faults.',
  skipped: 'Number of rows left out on purpose, such as taxes on a bill. See `coverage` of the totals.',
} as const

const TIMES = {
  sent: 'Time at which the job was sent.',
  ended: 'Time at which the job ended.',
  removed:
    'Estimated time at which the service removes the result. The service removes it later if it is stopped in between. Null until the job ends.',
} as const

/** Rows that a job and its totals both count. */
function rowsOf<Counted extends { readonly rowsFaulty: number; readonly rowsSkipped: number }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Counted>,
) {
  return {
    rowsFaulty: t.field({ type: 'BigInt', description: ROWS.faulty, resolve: ({ rowsFaulty }) => rowsFaulty }),
    rowsSkipped: t.field({ type: 'BigInt', description: ROWS.skipped, resolve: ({ rowsSkipped }) => rowsSkipped }),
    faulty: t.float({
      description: ROWS.faulty,
      deprecationReason: 'Use `rowsFaulty`',
      resolve: ({ rowsFaulty }) => rowsFaulty,
    }),
    skipped: t.float({
      description: ROWS.skipped,
      deprecationReason: 'Use `rowsSkipped`',
      resolve: ({ rowsSkipped }) => rowsSkipped,
    }),
  }
}

const JobTotals = builder.objectRef<Totals>('JobTotals').implement({
  description: 'Sums of all rows of a job.',
  fields: (t) => ({
    units: t.exposeFloat('units', {
      description:
        'Number of assets: the sum of the quantities. A faulty row without a readable quantity counts as 1, and 0 in a bill. Rows left out on purpose count 0. For bills, the quantities of all lines are added, whether in hours, GB hours or GB.',
    }),
    assessed: t.exposeFloat('assessed', { description: 'Number of assets without a fault.' }),
    counted: t.exposeFloat('counted', {
      description: 'Number of assets with a figure in at least one phase of at least one criterion.',
    }),
    uncounted: t.field({
      type: [UncountedUnits],
      description:
        'The other assets, by what would make them count: the largest groups first. At most 1,000 groups, and those of known kinds. The rest is summed up as OTHERS.',
      resolve: ({ uncounted }) => uncounted,
    }),
    ...rowsOf<Totals>(t as never),
    energy: t.exposeFloat('energy', { nullable: true, description: ENERGY }),
    energyRange: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'The energy with its bounds and likely range.',
      resolve: ({ energyRange }) => energyRange,
    }),
    energyKwh: t.exposeFloat('energy', { nullable: true, description: ENERGY, deprecationReason: 'Use `energy`' }),
    energyUnits: t.exposeFloat('energyUnits', {
      description: 'Number of assets with a known power: the sum of their quantities.',
    }),
    assumed: t.exposeFloat('assumed', { description: 'Number of units whose figures rest on an assumption.' }),
    assumptions: t.field({
      type: [AssumedUnits],
      description: 'Units with assumptions, by reason. A unit counts for each of its reasons.',
      resolve: ({ assumptions }) => assumptions,
    }),
    ownFigures: t.field({
      type: OwnUnits,
      nullable: true,
      description: 'Units whose manufacturing is a figure of your own. Null if there are none.',
      resolve: ({ ownFigures }) => ownFigures,
    }),
    computedFor: t.exposeString('computedFor', {
      description: 'Scope of the figures in one sentence: duration, place, boundary, load and data release.',
    }),
    coverage: t.field({
      type: BillCoverage,
      nullable: true,
      description: 'How much of a bill is assessed. Null if the file is not a bill.',
      resolve: ({ coverage }) => coverage,
    }),
    impacts: t.field({
      type: [JobImpact],
      description: 'Impacts by criterion.',
      resolve: ({ impacts }) =>
        Object.entries(impacts).map(([criterion, summed]) => ({ ...summed, criterion: criterion as Criterion })),
    }),
  }),
})

const Job = builder.objectRef<JobStatus>('Job').implement({
  description:
    'A job: a file of any size, assessed row by row. Send, cancel and remove jobs, and get results, over REST at /v2/jobs.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({ description: 'Id of the job.', resolve: ({ id }) => id }),
    state: t.field({
      type: JobStateEnum,
      description: 'State of the job.',
      resolve: ({ state }) => state.toUpperCase() as Uppercase<JobState>,
    }),
    step: t.field({
      type: JobStepEnum,
      nullable: true,
      description: 'Step of the job while it runs.',
      resolve: ({ step }) => step && (step.toUpperCase() as Uppercase<JobStep>),
    }),
    rowsRead: t.expose('rowsRead', { type: 'BigInt', nullable: true, description: ROWS.read }),
    rowsDone: t.expose('rowsDone', { type: 'BigInt', description: ROWS.done }),
    rows: t.exposeFloat('rowsRead', { nullable: true, description: ROWS.read, deprecationReason: 'Use `rowsRead`' }),
    done: t.exposeFloat('rowsDone', { description: ROWS.done, deprecationReason: 'Use `rowsDone`' }),
    ...rowsOf<JobStatus>(t as never),
    progress: t.exposeFloat('progress', { description: 'Progress of the job, 0 to 1.' }),
    totals: t.field({
      type: JobTotals,
      nullable: true,
      description: 'Totals of all rows. Null until the job is done.',
      resolve: ({ totals }) => totals,
    }),
    warnings: t.exposeStringList('warnings', {
      description: 'Warnings about the file, such as unread columns. Empty until the file is read.',
    }),
    waiting: t.exposeString('waiting', {
      nullable: true,
      description: 'Reason for waiting, such as a full disk. Null if the job only waits for its turn.',
    }),
    fault: t.exposeString('fault', { nullable: true, description: 'Reason for the failure.' }),
    release: t.exposeString('release', { description: 'Data release of the figures.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: TIMES.sent }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: TIMES.ended }),
    removedAt: t.expose('removedAt', { type: 'DateTime', nullable: true, description: TIMES.removed }),
    createdAt: t.exposeString('sentAt', { description: TIMES.sent, deprecationReason: 'Use `sentAt`' }),
    finishedAt: t.exposeString('endedAt', {
      nullable: true,
      description: TIMES.ended,
      deprecationReason: 'Use `endedAt`',
    }),
    expiresAt: t.exposeString('removedAt', {
      nullable: true,
      description: TIMES.removed,
      deprecationReason: 'Use `removedAt`',
    }),
  }),
})

/** Each job needs one record. */
const JOB_COST = 50
/** Jobs per page by default; below, the maximum. */
const USUAL_JOBS = 100
const MOST_JOBS = 1000

builder.queryFields((t) => ({
  job: t.field({
    type: Job,
    nullable: true,
    description: 'A job by its id. Null if there is none, or if it belongs to another API key.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
    extensions: fieldCost({ cost: () => JOB_COST }),
    resolve: (_, { id }, { jobs }) => {
      if (jobs === undefined) throw new FaultError([{ path: ['job'], message: ALONE, code: 'INVALID_VALUE' }])
      return jobs.find(String(id))
    },
  }),
  jobsConnection: t.field({
    type: connectionOf(Job, 'jobs'),
    nullable: true,
    description:
      'Jobs of the API key of this request in pages, newest first. FORBIDDEN if the service has no API keys or accepts no jobs.',
    args: pageArguments(t),
    extensions: fieldCost({ cost: (page) => JOB_COST + pageSize(page), listSize: pageSize }),
    resolve: (_, page, { jobs }) =>
      pageBehind(page, ['job'], (most, before) => {
        if (jobs === undefined)
          throw new FaultError([{ path: ['jobsConnection'], message: ALONE, code: 'INVALID_VALUE' }])
        return jobs.page({ most, ...(before !== undefined && { before }) }) ?? forbidden('jobsConnection')
      }),
  }),
  jobs: t.field({
    type: [Job],
    nullable: true,
    description:
      'Jobs of the API key of this request, newest first. FORBIDDEN if the service has no API keys or accepts no jobs.',
    deprecationReason: 'Use `jobsConnection`',
    args: {
      first: t.arg.int({
        defaultValue: USUAL_JOBS,
        description: `Maximum number of jobs to return, 1 to ${MOST_JOBS}.`,
      }),
      after: t.arg.id({ description: 'Id of a job. The list continues after it, with earlier jobs.' }),
    },
    extensions: fieldCost({ cost: () => JOB_COST, listSize: ({ first }) => Math.min(first ?? USUAL_JOBS, MOST_JOBS) }),
    resolve: (_, { first, after }, { jobs }) => {
      if (jobs === undefined) throw new FaultError([{ path: ['jobs'], message: ALONE, code: 'INVALID_VALUE' }])
      const most = first ?? USUAL_JOBS
      if (most < 1 || most > MOST_JOBS)
        throw new FaultError([
          { path: ['first'], message: `expected a whole number 1 to ${MOST_JOBS}`, code: 'INVALID_VALUE', value: most },
        ])
      const { entries } =
        jobs.page({ most, ...(after != null && after !== '' && { after: String(after) }) }) ?? forbidden('jobs')
      return entries.map(({ item }) => item)
    },
  }),
}))

function forbidden(field: string): never {
  const message = 'jobs are listed per API key, and this service has no API keys. Ask for a job by its id'
  throw new FaultError([{ path: [field], message, code: 'FORBIDDEN' }], 'FORBIDDEN')
}

/** Expensive operations run in threads, which have no jobs. */
const ALONE = 'the other fields of this operation cost too much. Ask for jobs in an operation of their own'

builder.subscriptionType({
  description: 'Events, as server-sent events.',
  fields: (t) => ({
    job: t.field({
      type: Job,
      description: 'A job each time it changes, until it ends.',
      args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
      subscribe: async (_, { id }, { jobs }) => {
        const statuses = await jobs?.watch(String(id))
        if (statuses !== undefined) return statuses
        throw new FaultError(
          [{ path: ['id'], message: 'expected the id of a job', code: 'NOT_FOUND', value: id }],
          'NOT_FOUND',
        )
      },
      resolve: (status: JobStatus) => status,
    }),
  }),
})
