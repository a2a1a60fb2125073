import type { JobStatus } from '../../src/bulk/jobs/job.ts'
import { builder } from '../builder.ts'

type Coverage = NonNullable<NonNullable<JobStatus['totals']>['coverage']>

/** The cost of some lines. */
const costOf = (lines: string) =>
  `Cost of ${lines}, in the currency of the bill. Null if the bill has no costs, or several currencies.`

const COST = costOf('the lines')

const ReasonCoverage = builder.objectRef<Coverage['byReason'][number]>('ReasonCoverage').implement({
  description: 'Lines of a bill that are left out for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'Code of the reason, such as TAX or UNKNOWN_USAGE. Later versions may add values.',
    }),
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of lines.' }),
    cost: t.exposeFloat('cost', { nullable: true, description: COST }),
  }),
})

const ServiceCoverage = builder.objectRef<Coverage['byService'][number]>('ServiceCoverage').implement({
  description: 'Lines of a bill for one service.',
  fields: (t) => ({
    service: t.exposeString('service', { description: 'Name of the service, as the bill has it.' }),
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of lines.' }),
    assessedRows: t.expose('assessedRows', { type: 'BigInt', description: 'Number of lines that are assessed.' }),
    cost: t.exposeFloat('cost', { nullable: true, description: COST }),
    assessedCost: t.exposeFloat('assessedCost', { nullable: true, description: costOf('the assessed lines') }),
  }),
})

const UnknownUsage = builder.objectRef<Coverage['unknown'][number]>('UnknownUsage').implement({
  description: 'Lines of a bill for which no figures are known.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'Code of the reason, such as UNKNOWN_USAGE. Later versions may add values.',
    }),
    what: t.exposeString('what', { description: 'Reason in words, and the name of the usage in the bill.' }),
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of lines.' }),
    cost: t.exposeFloat('cost', { nullable: true, description: COST }),
  }),
})

/** How much of a bill is assessed. */
export const BillCoverage = builder.objectRef<Coverage>('BillCoverage').implement({
  description: 'Coverage of a bill: how much of it is assessed, by lines and by cost. The cost excludes credits.',
  fields: (t) => ({
    rows: t.expose('rows', { type: 'BigInt', description: 'Number of lines.' }),
    assessedRows: t.expose('assessedRows', { type: 'BigInt', description: 'Number of lines that are assessed.' }),
    excludedRows: t.expose('excludedRows', { type: 'BigInt', description: 'Number of lines with nothing to assess.' }),
    unknownRows: t.expose('unknownRows', {
      type: 'BigInt',
      description: 'Number of lines for which no figures are known.',
    }),
    unknownRegionRows: t.expose('unknownRegionRows', {
      type: 'BigInt',
      description: 'Number of assessed lines without a known region. They use the mean of the regions of the provider.',
    }),
    currencies: t.exposeStringList('currencies', { description: 'Currencies of the costs.' }),
    cost: t.exposeFloat('cost', { nullable: true, description: COST }),
    assessedCost: t.exposeFloat('assessedCost', { nullable: true, description: costOf('the assessed lines') }),
    excludedCost: t.exposeFloat('excludedCost', { nullable: true, description: costOf('the excluded lines') }),
    unknownCost: t.exposeFloat('unknownCost', { nullable: true, description: costOf('the unknown lines') }),
    unknownRegionCost: t.exposeFloat('unknownRegionCost', {
      nullable: true,
      description: costOf('the assessed lines without a known region'),
    }),
    credits: t.exposeFloat('credits', {
      nullable: true,
      description:
        'Sum of the credits, in the currency of the bill. Null if the bill has no costs, or several currencies.',
    }),
    rowsWithoutCost: t.expose('rowsWithoutCost', { type: 'BigInt', description: 'Number of lines without a cost.' }),
    byReason: t.field({
      type: [ReasonCoverage],
      description: 'Lines that are left out, the most costly reason first.',
      resolve: ({ byReason }) => byReason,
    }),
    byService: t.field({
      type: [ServiceCoverage],
      description: 'Lines by service, the most costly first.',
      resolve: ({ byService }) => byService,
    }),
    unknown: t.field({
      type: [UnknownUsage],
      description: 'Usage without figures, the most costly first. At most 1,000.',
      resolve: ({ unknown }) => unknown,
    }),
  }),
})
