import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import type { Entity } from './entity.ts'

export const NodeInterface = builder.interfaceType('Node', {
  description: 'An object with a stable id: a catalogue entry, a data release or a job.',
  resolveType: (node) => {
    if ('localId' in node) return node.type
    return 'references' in node ? 'Release' : 'Job'
  },
  fields: (t) => ({
    id: t.id({
      description:
        'Unique id: FRA, aws, aws/m5.xlarge, cpu/AMD EPYC 7763, 2026.12. Within `release(id:)`, the id of an entry begins with the release: 2026.12/aws/m5.xlarge.',
      // Releases and jobs have their own ids.
      resolve: (node) => ('localId' in node ? `${node.scope.idPrefix}${node.localId}` : ''),
    }),
  }),
})

/** Finds an entry by its id, without the prefix of its scope. */
type Finder = (localId: string, scope: Scope) => Entity<unknown> | undefined

const finders: Finder[] = []

/** A search reads tables from the start until it finds the entry. */
const NODE_COST = 60

/** Adds entries of one kind to `node(id:)`. */
export function findNodes(finder: Finder): void {
  finders.push(finder)
}

entryPoints((t) => ({
  node: t.field({
    type: NodeInterface,
    nullable: true,
    description: 'The catalogue entry, data release or job of your API key with this id. Null if there is none.',
    extensions: fieldCost({ cost: () => NODE_COST }),
    args: { id: t.arg.id({ required: true, description: 'Id of the object: aws/m5.xlarge.' }) },
    resolve: (parent, { id }, context) => {
      const named = context.releases.all.find((release) => id.startsWith(`${release.id}/`))
      const scope = named === undefined ? scopeOf(parent, context) : context.scopeOf(named)
      const localId = named === undefined ? id : id.slice(scope.idPrefix.length)
      for (const find of finders) {
        const found = find(localId, scope)
        if (found !== undefined) return found
      }
      const release = context.releases.all.find((each) => each.id === id)
      return release === undefined ? context.jobs?.find(id) : context.scopeOf(release)
    },
  }),
}))
