import { type CalibratedKind, calibrationOfRelease, kindsOf } from '../../src/catalogue/calibration.ts'
import { nearestNames } from '../../src/catalogue/matching/nearest-names.ts'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { Release } from '../../src/catalogue/releases.ts'
import type { PublishedFigure as Row } from '../../src/catalogue/tables.ts'
import type { PUBLISHED_BOUNDARIES, PublishedBoundary } from '../../src/engine/devices/making.ts'
import { under } from '../../src/input/fault.ts'
import { AssetInput } from '../../src/input/fleet-input.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { Likely } from '../results/readings/distribution.ts'
import { connectionOf, pageArguments, pageOf, pageSize } from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

export const PublishedBoundaryEnum = enumType<PublishedBoundary>(
  'PublishedBoundary',
  'Life-cycle stages of a published figure.',
  {
    MAKING: 'Manufacturing.',
    EMBEDDED: 'Manufacturing, transport and end of life.',
    USE: 'Electricity: kWh of a year, or W at a load.',
  } satisfies Record<(typeof PUBLISHED_BOUNDARIES)[number], string>,
)

const ID_PREFIX = 'published/'

const publishedEntity = entities<Row>(
  'PublishedFigure',
  ({ kind, maker, model }) => `${ID_PREFIX}${kind}/${maker}/${model}`,
)

/** Cost of one published figure. Every figure is sampled once per release, so requests share the cost. */
const CALIBRATION_COST = 30_000
const OURS_COST = 200

/** The release with the published figures. */
const newestOf = ({ all }: { readonly all: readonly Release[] }) => all[0] as Release

const PublishedFigure = builder.objectRef<Entity<Row>>('PublishedFigure').implement({
  description:
    'A figure that a maker or a study published about one product. Example of an id: published/laptop making/Acer/R856T Chromebook.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    kind: t.string({
      description: 'Kind of figure, such as `laptop making`. `calibration` lists them. Later versions may add values.',
      resolve: ({ row }) => row.kind,
    }),
    maker: t.string({
      description: 'Maker of the product, or publisher of the study.',
      resolve: ({ row }) => row.maker,
    }),
    model: t.string({ description: 'Name of the product.', resolve: ({ row }) => row.model }),
    names: t.stringList({
      description: 'Other names of the product, without its maker.',
      resolve: ({ row }) => [...row.names],
    }),
    year: t.int({ description: 'Year of publication.', resolve: ({ row }) => row.year }),
    covers: t.field({
      type: PublishedBoundaryEnum,
      description: 'Life-cycle stages that the figure covers.',
      resolve: ({ row }) => row.covers,
    }),
    value: t.float({ description: 'Published value, in kg CO2 eq., kWh/year or W.', resolve: ({ row }) => row.value }),
    low: t.float({
      nullable: true,
      description: 'Published lower bound, in kg CO2 eq., kWh/year or W. Null without a range.',
      resolve: ({ row }) => row.low,
    }),
    high: t.float({
      nullable: true,
      description: 'Published upper bound, in kg CO2 eq., kWh/year or W. Null without a range.',
      resolve: ({ row }) => row.high,
    }),
    unit: t.string({ description: 'Unit of the figure: kg CO2 eq., kWh/year or W.', resolve: ({ row }) => row.unit }),
    method: t.string({
      nullable: true,
      description: 'How the figure was computed: `PAIA`. Figures of different methods do not compare.',
      resolve: ({ row }) => row.method,
    }),
    fitted: t.string({
      nullable: true,
      description: 'What of our figure was fitted to this very one: `value and bounds`. Null if nothing was.',
      resolve: ({ row }) => row.fitted,
    }),
    source: t.string({ description: 'Source of the figure.', resolve: ({ row }) => row.source ?? '' }),
    ours: t.field({
      type: Likely,
      description: 'Our figure for the same product, in the same unit.',
      extensions: fieldCost({ cost: () => OURS_COST }),
      resolve: async ({ row, scope }, _, { releases }) => {
        const kinds = await calibrationOfRelease(scope.release, newestOf(releases))
        const asked = kinds.find(({ kind }) => kind === row.kind)?.asked
        const found = asked?.find(({ maker, model }) => maker === row.maker && model === row.model)
        if (found === undefined) throw new Error(`${row.kind}, ${row.maker}, ${row.model} was not assessed`)
        return found.ours
      },
    }),
  }),
})

findNodes((id, scope) => {
  if (!id.startsWith(ID_PREFIX)) return undefined
  const entries = scope.references.tables.published.map((row) => publishedEntity(row, scope))
  return entries.find(({ localId }) => localId === id)
})

const CalibrationKind = builder.objectRef<CalibratedKind>('CalibrationKind').implement({
  description:
    'Comparison of our figures of one kind with published ones. For some kinds, only percentiles are published. The field `figures` is then 0.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'Kind of figure, such as `laptop making`. Later versions may add values.',
    }),
    figures: t.int({
      description:
        'Number of published figures. Configurations of one model count once, and figures that ours were fitted to do not count.',
      resolve: ({ calibration }) => calibration.figures,
    }),
    makers: t.int({ description: 'Number of makers.', resolve: ({ calibration }) => calibration.makers }),
    ratioMedian: t.float({
      description:
        'Median, a ratio: our figures divided by the published ones. If `figures` is 0: our figure divided by the published median. If no median was published, it is the mean of `ratioLow` and `ratioHigh`, which is not a median.',
      resolve: ({ calibration }) => calibration.ratioMedian,
    }),
    ratioLow: t.float({
      description:
        '10th percentile, a ratio: our figures divided by the published ones. If `figures` is 0: our figure divided by the published 95th percentile, which gives the lowest ratio.',
      resolve: ({ calibration }) => calibration.ratioLow,
    }),
    ratioHigh: t.float({
      description:
        '90th percentile, a ratio: our figures divided by the published ones. If `figures` is 0: our figure divided by the published 5th percentile, which gives the highest ratio.',
      resolve: ({ calibration }) => calibration.ratioHigh,
    }),
    inside: t.float({
      description: 'Share of the published figures between our 5th and 95th percentile, 0 to 1. The target is 0.9.',
      resolve: ({ calibration }) => calibration.inside,
    }),
    passes: t.boolean({
      nullable: true,
      description:
        'Whether enough published figures lie inside our likely range, and the median ratio is 0.67 to 1.5. Null below five figures.',
      resolve: ({ misses }) => misses && misses.length === 0,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why our figures of this kind fail. Null if they pass, or are too few.',
    }),
    fitted: t.exposeString('fitted', {
      nullable: true,
      description:
        'What of our figures was fitted to other figures of this kind: `value and bounds`, `bounds` or `spread`. Null if nothing was.',
    }),
  }),
})

const PublishedFigureConnection = connectionOf(PublishedFigure, 'published figures')

const KIND = {
  description: 'Kind of figure: laptop making. `calibration` lists the kinds. Default: all kinds.',
} as const

function findKind({ tables }: Release, kind: string): void {
  const kinds = tables.publishedKinds.map((each) => each.kind)
  if (!kinds.includes(kind)) throw new NotFoundError(kind, () => nearestNames(kind, kinds))
}

const rowsOf = (releases: { readonly all: readonly Release[] }, kind: string | null | undefined) =>
  newestOf(releases).tables.published.filter((row) => kind == null || row.kind === kind)

entryPoints((t) => ({
  publishedFigures: t.field({
    type: PublishedFigureConnection,
    description: 'Published figures of makers and studies, next to ours, in pages.',
    args: { kind: t.arg.string(KIND), ...pageArguments(t) },
    extensions: fieldCost({
      listSize: (page, { releases }) => Math.min(pageSize(page), newestOf(releases).tables.published.length),
    }),
    resolve: (parent, { kind, ...page }, context) => {
      const scope = scopeOf(parent, context)
      if (kind != null) under(['kind'], () => findKind(newestOf(context.releases), kind))
      const list = [scope.release.id, 'published', kind]
      return pageOf(rowsOf(context.releases, kind), page, (row) => publishedEntity(row, scope), list)
    },
  }),
  published: t.field({
    type: [PublishedFigure],
    description: 'Published figures of makers and studies, next to ours: all of them, or those of one kind.',
    deprecationReason: 'Use `publishedFigures`',
    args: { kind: t.arg.string(KIND) },
    extensions: fieldCost({ listSize: (_, { releases }) => newestOf(releases).tables.published.length }),
    resolve: (parent, { kind }, context) => {
      const scope = scopeOf(parent, context)
      return rowsOf(context.releases, kind).map((row) => publishedEntity(row, scope))
    },
  }),
  calibration: t.field({
    type: [CalibrationKind],
    description:
      'Compares our figures of each kind with published ones, and gives the share of published figures inside our likely range.',
    args: {
      asset: t.arg({
        type: inputType(AssetInput),
        description:
          "Only the kinds of this asset: those of its terminal and form, of its component, or of servers. Without those whose figure is its maker's. Empty for others.",
      }),
    },
    extensions: fieldCost({
      cost: () => CALIBRATION_COST,
      listSize: (_, { releases }) => newestOf(releases).tables.publishedKinds.length,
    }),
    resolve: async (parent, { asset }, context) => {
      const scope = scopeOf(parent, context)
      const kinds = await calibrationOfRelease(scope.release, newestOf(context.releases))
      if (asset == null) return [...kinds]
      const checked = under(['asset'], () => context.check(AssetInput, asset))
      return [...(await under(['asset'], () => kindsOf(kinds, checked, scope.loaders)))]
    },
  }),
}))
