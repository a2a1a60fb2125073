import { CRITERIA, type Criterion } from '../../src/engine/figures/criteria.ts'
import { FaultError } from '../../src/input/fault.ts'
import type { JobState, JobStatus, JobStep } from '../../src/jobs/job.ts'
import { builder } from '../builder.ts'
import { CriterionEnum } from '../catalogue/criterion.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/enum-type.ts'

type Totals = NonNullable<JobStatus['totals']>
type Summed = NonNullable<Totals['impacts'][Criterion]>
type Bounds = NonNullable<Summed['total']>

const JobStateEnum = enumType('JobState', 'What has become of a job.', {
  QUEUED: 'It waits.',
  RUNNING: 'It is worked on.',
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
    value: t.exposeFloat('value', { description: 'The sum, in the unit of what is summed.' }),
    min: t.exposeFloat('min', { description: 'The least that it may be, in the unit of what is summed.' }),
    max: t.exposeFloat('max', { description: 'The most that it may be, in the unit of what is summed.' }),
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
      description: 'Of making the assets. Null: one of them has no figure.',
      resolve: ({ embedded }) => embedded,
    }),
    use: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Of the electricity that they use. Null: one of them has no figure.',
      resolve: ({ use }) => use,
    }),
    building: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'Of the buildings of data centres, within that boundary. Null: one of them has no figure.',
      resolve: ({ building }) => building,
    }),
    total: t.field({
      type: SummedFigure,
      nullable: true,
      description: 'The phases that have a figure, added up.',
      resolve: ({ total }) => total,
    }),
  }),
})

const JobTotals = builder.objectRef<Totals>('JobTotals').implement({
  description: 'Sums of all rows of a job.',
  fields: (t) => ({
    units: t.exposeFloat('units', { description: 'Assets in all, quantities counted; of bills, hours.' }),
    assessed: t.exposeFloat('assessed', { description: 'Those of them that the sums hold.' }),
    energyKwh: t.exposeFloat('energyKwh', {
      nullable: true,
      description: 'Energy over the duration, in kWh (kW in an hour). Null: of one of them no power is known.',
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
  description: 'A file of any size that is assessed row by row: sent to /v2/jobs, where its result is.',
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
      description: 'Those of them that were left out on purpose: of a bill, what is no instance. The number of rows.',
    }),
    progress: t.exposeFloat('progress', { description: 'Share of the work that is done, 0 to 1.' }),
    totals: t.field({
      type: JobTotals,
      nullable: true,
      description: 'Null until it is done.',
      resolve: ({ totals }) => totals,
    }),
    fault: t.exposeString('fault', { nullable: true, description: 'Why it failed.' }),
    release: t.exposeString('release', { description: 'The data release that its figures come from.' }),
    createdAt: t.exposeString('createdAt', { description: 'When it was sent, in ISO 8601.' }),
    finishedAt: t.exposeString('finishedAt', { nullable: true, description: 'When it ended, in ISO 8601.' }),
    expiresAt: t.exposeString('expiresAt', {
      nullable: true,
      description: 'When its result goes, in ISO 8601. Null until it has ended.',
    }),
  }),
})

/** Some files are read for each job. */
const JOB_COST = 50

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
}))

/** Operations of a high cost run in threads, which have no jobs. */
const ALONE = 'expected an operation of its own: this one has too high a cost besides'

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
