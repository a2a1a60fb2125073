import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { Location as LocationRow } from '../../src/catalogue/tables.ts'
import type { Criterion } from '../../src/engine/values/criteria.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'
import { ElectricityFactor, FACTORS_COST, factorArguments, factorsOf } from '../results/electricity-factor.ts'
import { connectionOf, pageArguments, pageOf, pageSize } from './connection.ts'
import { type Entity, entities } from './entity.ts'
import { findNodes, NodeInterface } from './node.ts'

export const locationEntity = entities<LocationRow>('Location', ({ code }) => code)

/** The impacts of a kWh at a place. */
function elecFactors(t: Pick<PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Entity<LocationRow>>, 'arg'>) {
  return {
    type: [ElectricityFactor] as [typeof ElectricityFactor],
    description: 'Electricity factors of the location, per kWh. Criteria without a published factor are left out.',
    extensions: FACTORS_COST,
    args: factorArguments(t),
    resolve: (
      { row: { code }, scope }: Entity<LocationRow>,
      { criteria }: { readonly criteria?: readonly Criterion[] | null | undefined },
    ) => {
      const published = scope.references.electricityAt(code)
      return factorsOf(criteria, (criterion) => published[criterion])
    },
  }
}

export const Location = builder.objectRef<Entity<LocationRow>>('Location').implement({
  description: 'A location with electricity factors. The id is its code: FRA.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    code: t.string({
      description: 'Three-letter code. EEE is Europe, and WOR the world.',
      resolve: ({ row }) => row.code,
    }),
    name: t.string({ description: 'Name of the location.', resolve: ({ row }) => row.name }),
    elecFactors: t.field(elecFactors(t)),
    factors: t.field({ ...elecFactors(t), deprecationReason: 'Use `elecFactors`' }),
  }),
})

findNodes((id, scope) => {
  const row = scope.references.tables.locations.find(({ code }) => code === id)
  return row && locationEntity(row, scope)
})

const LocationConnection = connectionOf(Location, 'locations')

const SEARCH = { description: 'Part of a code or a name, in upper or lower case.' } as const

entryPoints((t) => ({
  location: t.field({
    type: Location,
    nullable: true,
    extensions: fieldCost({ cost: () => SEARCH_COST }),
    description: 'A location with its electricity factors. Without a match, an error lists the closest names.',
    args: {
      code: t.arg.string({
        required: true,
        description: 'Three-letter code, ISO 3166 two-letter code, or name of the location.',
      }),
    },
    resolve: (parent, { code }, context) => {
      const scope = scopeOf(parent, context)
      const { row, nearest } = scope.references.matchLocation(code)
      if (row === undefined) throw new NotFoundError(code, () => nearest, { of: 'location' }, ['code'])
      return locationEntity(row, scope)
    },
  }),
  locationsConnection: t.field({
    type: LocationConnection,
    description: 'Locations with electricity factors, in pages.',
    extensions: fieldCost({
      listSize: (page, { releases }) => Math.min(pageSize(page), releases.newest.tables.locations.length),
      cost: ({ search }) => (search ? SEARCH_COST : 0),
    }),
    args: { search: t.arg.string(SEARCH), ...pageArguments(t) },
    resolve: (parent, { search, ...page }, context) => {
      const scope = scopeOf(parent, context)
      const rows = scope.references.searchLocations(search ?? '')
      return pageOf(rows, page, (row) => locationEntity(row, scope), [scope.release.id, 'location', search])
    },
  }),
  locations: t.field({
    type: [Location],
    description: 'Locations with electricity factors, all at once.',
    deprecationReason: 'Use `locationsConnection`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.locations.length }),
    args: { search: t.arg.string(SEARCH) },
    resolve: (parent, { search }, context) => {
      const scope = scopeOf(parent, context)
      return scope.references.searchLocations(search ?? '').map((row) => locationEntity(row, scope))
    },
  }),
}))
