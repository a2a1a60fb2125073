import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import type { Entity } from './entity.ts'

export const NodeInterface = builder.interfaceType('Node', {
  description: 'An entry of the catalogue, which has the same id in every answer. Nothing else has an `id`.',
  resolveType: ({ type }) => type,
  fields: (t) => ({
    id: t.id({
      description: 'What it is called among all entries: FRA, aws, aws/m5.xlarge, cpu/AMD EPYC 7763.',
      resolve: ({ scope, localId }) => `${scope.idPrefix}${localId}`,
    }),
  }),
})

/** Finds an entry by its id, without the prefix of its scope. */
type Finder = (localId: string, scope: Scope) => Entity<unknown> | undefined

const finders: Finder[] = []

/** Tables are read from the start until an entry is found. */
const NODE_COST = 60

/** Makes the entries of one kind known to `node(id:)`. */
export function findNodes(finder: Finder): void {
  finders.push(finder)
}

entryPoints((t) => ({
  node: t.field({
    type: NodeInterface,
    nullable: true,
    description: 'The entry of the catalogue with this id. Null if there is none.',
    extensions: fieldCost({ cost: () => NODE_COST }),
    args: { id: t.arg.id({ required: true, description: 'The id, as an answer gave it.' }) },
    resolve: (parent, { id }, context) => {
      const named = context.releases.all.find((release) => id.startsWith(`${release.id}/`))
      const scope = named === undefined ? scopeOf(parent, context) : context.scopeOf(named)
      const localId = named === undefined ? id : id.slice(scope.idPrefix.length)
      for (const find of finders) {
        const found = find(localId, scope)
        if (found !== undefined) return found
      }
      return undefined
    },
  }),
}))
