import {
  type NamedThing as FoundThing,
  MOST_NEAREST_THINGS,
  namedThings,
  nearestThings,
} from '../../src/catalogue/named-things.ts'
import { builder } from '../builder.ts'
import { type Scope, scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost, SEARCH_COST } from '../field-cost.ts'

const NamedThing = builder.objectRef<FoundThing>('NamedThing').implement({
  description: 'Equipment that a name refers to.',
  fields: (t) => ({
    name: t.string({
      description: 'Full name, with the provider or the maker: aws m5.xlarge.',
      resolve: ({ name }) => name,
    }),
    kind: t.string({
      description:
        'Kind, such as `cloudInstance`, `cpu` or `laptop`: the words that the column `kind` of an imported file takes. Later versions may add values.',
      resolve: ({ kind }) => kind,
    }),
    provider: t.id({
      nullable: true,
      description: 'Id of the cloud provider. Null if it is not a cloud instance.',
      resolve: ({ asset }) => asset.cloudInstance?.provider,
    }),
    instanceType: t.string({
      nullable: true,
      description: 'Instance type. Null if it is not a cloud instance.',
      resolve: ({ asset }) => asset.cloudInstance?.instanceType,
    }),
    archetype: t.id({
      nullable: true,
      description: 'Id of the archetype. Null if the name is not that of an archetype.',
      resolve: ({ asset: { server, terminal, iotDevice } }) => (server ?? terminal ?? iotDevice)?.archetype,
    }),
    variants: t.stringList({
      description: 'Other variants that the name can mean. This one is the usual meaning.',
      resolve: ({ variants }) => variants,
    }),
  }),
})

/** A name, and the tables that it is looked up in. */
interface Meaning {
  readonly given: string
  readonly scope: Scope
}

const NameMeaning = builder.objectRef<Meaning>('NameMeaning').implement({
  description: 'Known equipment that a name refers to.',
  fields: (t) => ({
    given: t.string({ description: 'Name that you entered.', resolve: ({ given }) => given }),
    things: t.field({
      type: [NamedThing],
      description: 'Equipment with this name. Empty if the name is unknown. Several if it is ambiguous.',
      // Processors, graphics cards and models are searched.
      extensions: fieldCost({ cost: () => 3 * SEARCH_COST }),
      resolve: ({ given, scope }) => [...namedThings(scope.references, given)],
    }),
    nearest: t.stringList({
      description: `The closest known names, at most ${MOST_NEAREST_THINGS}, if no equipment has this name.`,
      extensions: fieldCost({ cost: () => 4 * SEARCH_COST, listSize: () => MOST_NEAREST_THINGS }),
      resolve: ({ given, scope: { references } }) =>
        namedThings(references, given).length > 0 ? [] : [...nearestThings(references, given)],
    }),
  }),
})

entryPoints((t) => ({
  namedThings: t.field({
    type: [NameMeaning],
    description: 'Meanings of names: instance types, processors, graphics cards, models of devices, archetypes.',
    extensions: fieldCost({ listSize: ({ names }) => (Array.isArray(names) ? names.length : 1) }),
    args: { names: t.arg.stringList({ required: true, description: 'Names, as people write them: m5.xlarge, H100.' }) },
    resolve: (parent, { names }, context) => {
      const scope = scopeOf(parent, context)
      return names.map((given) => ({ given, scope }))
    },
  }),
}))
