import type { JobState, JobStatus, JobStep } from '../../src/bulk/jobs/job.ts'
import { ASSUMPTIONS } from '../../src/engine/values/assumptions.ts'
import { CRITERIA, type Criterion } from '../../src/engine/values/criteria.ts'
import { FaultError } from '../../src/input/fault.ts'
import { builder } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { NodeInterface } from '../catalogue/node.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { coverageFields } from './impact.ts'
import { Likely } from './readings/distribution.ts'

type Totals = NonNullable<JobStatus['totals']>
type Summed = NonNullable<Totals['impacts'][Criterion]>
type Bounds = NonNullable<Summed['total']>

const JobStateEnum = enumType('JobState', 'What has become of a job.', {
  QUEUED: 'It waits.',
  RUNNING: 'The service is working on it.',
  DONE: 'Its result is there.',
  FAILED: 'It cannot be done; `fault` is the reason.',
  CANCELLED: 'It was removed before its end.',
})

const JobStepEnum = enumType('JobStep', 'What a running job is at.', {
  READING: 'Its file is read, and its different assets are found.',
  EVALUATING: 'Its assets are evaluated.',
  WRITING: 'Its rows are written with their figures.',
})

const SummedFigure = builder.objectRef<Bounds>('SummedFigure').implement({
  description: 'A sum with its bounds, unrounded.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'The sum, in the unit of its parts.' }),
    min: t.exposeFloat('min', { description: 'The smallest that it may be, in the unit of its parts.' }),
    max: t.exposeFloat('max', { description: 'The largest that it may be, in the unit of its parts.' }),
    likely: t.expose('likely', {
      type: Likely,
      nullable: true,
      description: 'Its likely range. Null where it was not drawn: ask for it when you send the file (`likely=true`).',
    }),
  }),
})

const JobImpact = builder.objectRef<Summed & { readonly criterion: Criterion }>('JobImpact').implement({
  description: 'The impact of all rows of a job in one criterion.',
  fields: (t) => ({
    criterion: t.field({ type: CriterionEnum, description: 'The criterion.', resolve: ({ criterion }) => criterion }),
    unit: t.string({ description: 'Its unit.', resolve: ({ criterion }) => CRITERIA[criterion].unit }),
    embedded: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Of making those of the assets that have a figure. Null: none has.',
      resolve: ({ embedded }) => embedded,
    }),
    use: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Of the electricity of those that have a figure. Null: none has.',
      resolve: ({ use }) => use,
    }),
    building: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Of the buildings of data centres, within that boundary. Null: nothing has a figure.',
      resolve: ({ building }) => building,
    }),
    total: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'The phases that have a figure, added up.',
      resolve: ({ total }) => total,
    }),
    ...coverageFields<Summed>(t as never, (summed) => summed),
  }),
})

const AssumptionEnum = enumType('Assumption', 'Why figures rest on an assumption.', ASSUMPTIONS)

const AssumedShare = builder
  .objectRef<{ readonly criterion: Criterion; readonly share: number | null }>('AssumedShare')
  .implement({
    description: 'The share of a total that rests on an assumption.',
    fields: (t) => ({
      criterion: t.field({ type: CriterionEnum, description: 'The criterion.', resolve: ({ criterion }) => criterion }),
      share: t.exposeFloat('share', {
        nullable: true,
        description: 'The share, 0 to 1. Null: there is no total, or it is 0.',
      }),
    }),
  })

const AssumedUnits = builder.objectRef<Totals['assumptions'][number]>('AssumedUnits').implement({
  description: 'Units whose figures rest on an assumption, and how much of the result that is.',
  fields: (t) => ({
    reason: t.field({
      type: AssumptionEnum,
      description: 'Reason for the assumption.',
      resolve: ({ reason }) => reason,
    }),
    units: t.exposeFloat('units', { description: 'How many, quantities counted.' }),
    shares: t.field({
      type: [AssumedShare],
      description: 'Their share of the total, by criterion.',
      resolve: ({ shares }) =>
        Object.entries(shares).map(([criterion, share]) => ({ criterion: criterion as Criterion, share })),
    }),
  }),
})

const ENERGY = 'Energy over the duration, in kWh, of those whose power is known. Null: of none it is.'

const JobTotals = builder.objectRef<Totals>('JobTotals').implement({
  description: 'Sums of all rows of a job.',
  fields: (t) => ({
    units: t.exposeFloat('units', { description: 'Assets in all, quantities counted; of bills, hours.' }),
    assessed: t.exposeFloat('assessed', { description: 'Those of them that have no fault.' }),
    faulty: t.exposeFloat('faulty', { description: 'The number of rows with faults.' }),
    skipped: t.exposeFloat('skipped', {
      description: 'The number of rows left out on purpose: the lines of a bill that are not for instances.',
    }),
    energy: t.exposeFloat('energyKwh', { nullable: true, description: ENERGY }),
    energyKwh: t.exposeFloat('energyKwh', { nullable: true, description: ENERGY, deprecationReason: 'Use energy' }),
    energyUnits: t.exposeFloat('energyUnits', { description: 'How many of the assets that is, quantities counted.' }),
    assumed: t.exposeFloat('assumed', { description: 'Number of units whose figures rest on an assumption.' }),
    assumptions: t.field({
      type: [AssumedUnits],
      description: 'The same by reason. A unit counts for each of its reasons.',
      resolve: ({ assumptions }) => assumptions,
    }),
    computedFor: t.exposeString('computedFor', {
      description: 'What they were computed for, in one sentence: duration, place, boundary, load and data release.',
    }),
    impacts: t.field({
      type: [JobImpact],
      description: 'By criterion.',
      resolve: ({ impacts }) =>
        Object.entries(impacts).map(([criterion, summed]) => ({ ...summed, criterion: criterion as Criterion })),
    }),
  }),
})

const Job = builder.objectRef<JobStatus>('Job').implement({
  description:
    'A file of any size that is assessed row by row. Jobs are sent, cancelled and removed over REST alone: /v2/jobs, where the result is.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({ description: 'Its name.', resolve: ({ id }) => id }),
    state: t.field({
      type: JobStateEnum,
      description: 'What has become of it.',
      resolve: ({ state }) => state.toUpperCase() as Uppercase<JobState>,
    }),
    step: t.field({
      type: JobStepEnum,
      nullable: true,
      description: 'What it is at while it runs.',
      resolve: ({ step }) => step && (step.toUpperCase() as Uppercase<JobStep>),
    }),
    rows: t.exposeFloat('rows', {
      nullable: true,
      description: 'How many rows its file has. Null: they are not counted yet.',
    }),
    done: t.exposeFloat('done', { description: 'How many rows have their figures.' }),
    faulty: t.exposeFloat('faulty', { description: 'Those of them that have a fault, which the result names.' }),
    skipped: t.exposeFloat('skipped', {
      description: 'Number of rows left out on purpose: the lines of a bill that are not for instances.',
    }),
    progress: t.exposeFloat('progress', { description: 'Share of the work that is done, 0 to 1.' }),
    totals: t.field({
      type: JobTotals,
      nullable: true,
      description: 'Null until it is done.',
      resolve: ({ totals }) => totals,
    }),
    warnings: t.exposeStringList('warnings', {
      description: 'What to keep in mind of its file: which of its columns are not read. Empty until it is read.',
    }),
    waiting: t.exposeString('waiting', {
      nullable: true,
      description: 'Why it waits, where it does not just wait for its turn: the disk is full.',
    }),
    fault: t.exposeString('fault', { nullable: true, description: 'Why it failed.' }),
    release: t.exposeString('release', { description: 'The data release that its figures come from.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was sent, in ISO 8601.' }),
    finishedAt: t.exposeString('finishedAt', { nullable: true, description: 'When it ended, in ISO 8601.' }),
    expiresAt: t.exposeString('expiresAt', {
      nullable: true,
      description:
        'When its result goes, in ISO 8601; later by the time in which the service does not run. Null until it has ended.',
    }),
  }),
})

/** A record is read for each job. */
const JOB_COST = 50
/** Jobs of a list, where no number is asked for, and at most. */
const USUAL_JOBS = 100
const MOST_JOBS = 1000

builder.queryFields((t) => ({
  job: t.field({
    type: Job,
    nullable: true,
    description: 'How far a job is. Null: there is none of that name, or it belongs to another API key.',
    args: { id: t.arg.id({ required: true, description: 'Its name.' }) },
    extensions: fieldCost({ cost: () => JOB_COST }),
    resolve: (_, { id }, { jobs }) => {
      if (jobs === undefined) throw new FaultError([{ path: ['job'], message: ALONE, code: 'INVALID_VALUE' }])
      return jobs.find(String(id))
    },
  }),
  jobs: t.field({
    type: [Job],
    nullable: true,
    description:
      'The jobs of the API key of this request, the latest first. FORBIDDEN where the service knows no keys, or takes no jobs.',
    args: {
      first: t.arg.int({
        defaultValue: USUAL_JOBS,
        description: `How many at most: a number of jobs from 1 to ${MOST_JOBS}.`,
      }),
      after: t.arg.id({ description: 'The id of a job: those that were sent before it.' }),
    },
    extensions: fieldCost({ cost: () => JOB_COST, listSize: ({ first }) => Math.min(first ?? USUAL_JOBS, MOST_JOBS) }),
    resolve: (_, { first, after }, { jobs }) => {
      if (jobs === undefined) throw new FaultError([{ path: ['jobs'], message: ALONE, code: 'INVALID_VALUE' }])
      const most = first ?? USUAL_JOBS
      if (most < 1 || most > MOST_JOBS)
        throw new FaultError([
          { path: ['first'], message: `expected a whole number 1 to ${MOST_JOBS}`, code: 'INVALID_VALUE', value: most },
        ])
      const listed = jobs.list({ most, ...(after != null && { after: String(after) }) })
      if (listed !== undefined) return [...listed]
      const message = 'jobs are listed per API key, and this service has no API keys. Ask for a job by its id'
      throw new FaultError([{ path: ['jobs'], message, code: 'FORBIDDEN' }], 'FORBIDDEN')
    },
  }),
}))

/** Operations of a high cost run in threads, which have no jobs. */
const ALONE = 'expected an operation of its own: its other fields cost too much'

builder.subscriptionType({
  description: 'What happens, as it happens: as server-sent events.',
  fields: (t) => ({
    job: t.field({
      type: Job,
      description: 'A job, each time that it has changed, until it has ended.',
      args: { id: t.arg.id({ required: true, description: 'Its name.' }) },
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
