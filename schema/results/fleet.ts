import type { Asset } from '../../src/engine/devices/assessable.ts'
import { Fleet as EngineFleet } from '../../src/engine/devices/fleet.ts'
import { InputError } from '../../src/input/check-input.ts'
import { units } from '../../src/input/fields.ts'
import { AssetInput as AssetSchema } from '../../src/input/fleet-input.ts'
import { resolveAsset } from '../../src/reference/resolve/resolve-asset.ts'
import { builder } from '../builder.ts'
import { CloudInstanceInput } from './cloud-instance.ts'
import { ComponentInput } from './component.ts'
import { AssessableInterface } from './impact.ts'
import { IotDeviceInput } from './iot-device.ts'
import { ServerInput } from './server.ts'
import { TerminalInput } from './terminal.ts'

/** Assets of all items together; the largest whole number that GraphQL has. */
const LARGEST_FLEET = 2_147_483_647

/** Items that are looked up together. */
const ITEMS_AT_ONCE = 32

/** What was asked for, and what came of it. */
interface Item {
  readonly id: string | undefined
  readonly quantity: number
  /** The quantity, 0 where it is what is faulty. */
  readonly counted: number
  readonly asset: Asset | Error
}

/** A fleet with what is faulty in it. */
class AssessedFleet extends EngineFleet {
  readonly items: readonly Item[]

  constructor(items: readonly Item[]) {
    super(items.flatMap(({ asset, quantity }) => (asset instanceof Error ? [] : [{ asset, quantity }])))
    this.items = items
  }
}

const FleetItem = builder.objectRef<Item>('FleetItem').implement({
  description: 'So many of one asset.',
  fields: (t) => ({
    id: t.id({ nullable: true, description: 'Your own name for it.', resolve: ({ id }) => id }),
    quantity: t.int({ description: 'How many of it.', resolve: ({ quantity }) => quantity }),
    asset: t.field({
      type: AssessableInterface,
      nullable: true,
      description: 'One of it. Null, with an error at its path, where the item is faulty.',
      resolve: ({ asset }) => {
        if (asset instanceof Error) throw asset
        return asset
      },
    }),
  }),
})

const Fleet = builder.objectRef<AssessedFleet>('Fleet').implement({
  description: 'Many assets, each with its quantity, and their total.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof AssessedFleet,
  fields: (t) => ({
    size: t.int({
      description: 'Assets asked for, quantities counted; a quantity that is faulty counts as 0.',
      resolve: ({ items }) => items.reduce((total, { counted }) => total + counted, 0),
    }),
    assessed: t.int({
      description: 'Those of them that the totals hold: all but the faulty.',
      resolve: ({ members }) => members.reduce((total, { quantity }) => total + quantity, 0),
    }),
    items: t.field({
      type: [FleetItem],
      description: 'One result per item, in the order given.',
      resolve: ({ items }) => items,
    }),
  }),
})

const AssetInput = builder.inputType('AssetInput', {
  description: 'One asset, of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    server: t.field({ type: ServerInput, description: 'A server.' }),
    cloudInstance: t.field({ type: CloudInstanceInput, description: 'A cloud instance.' }),
    terminal: t.field({ type: TerminalInput, description: 'A terminal or a peripheral.' }),
    component: t.field({ type: ComponentInput, description: 'A component that stands alone.' }),
    iotDevice: t.field({ type: IotDeviceInput, description: 'A connected object.' }),
  }),
})

const FleetItemInput = builder.inputType('FleetItemInput', {
  description: 'So many of one asset.',
  fields: (t) => ({
    id: t.id({ description: 'Your own name for it.' }),
    quantity: t.int({ defaultValue: 1, description: 'How many of it, 0 or more.' }),
    asset: t.field({ type: AssetInput, required: true, description: 'What it is.' }),
  }),
})

builder.queryField('fleet', (t) =>
  t.field({
    type: Fleet,
    nullable: true,
    description: 'Many assets at once. Equal assets are computed once; a faulty one does not spoil the others.',
    args: { items: t.arg({ type: [FleetItemInput], required: true, description: 'The assets and their quantities.' }) },
    resolve: async (_, { items }, { loaders, check, pause }) => {
      const equal = new Map<string, Promise<Asset | Error>>()
      const assess = (asset: unknown): Promise<Asset | Error> => {
        const key = JSON.stringify(asset)
        const known = equal.get(key) ?? orFault(() => resolveAsset(loaders, check(AssetSchema, asset, ['asset'])))
        equal.set(key, known)
        return known
      }
      let size = 0
      const count = (asked: number): number => {
        const quantity = check(units, asked, ['quantity'])
        if (size + quantity > LARGEST_FLEET) {
          const message = `expected a quantity that keeps the fleet at ${LARGEST_FLEET} assets or fewer`
          throw new InputError([{ path: ['quantity'], message, code: 'too_big', value: asked }])
        }
        size += quantity
        return quantity
      }
      const readItem = async ({ id, quantity: asked, asset }: (typeof items)[number]): Promise<Item> => {
        const item = { id: id ?? undefined, quantity: asked ?? 1 }
        try {
          const counted = count(item.quantity)
          return { ...item, counted, asset: await assess(asset) }
        } catch (error) {
          if (error instanceof InputError) return { ...item, counted: 0, asset: error }
          throw error
        }
      }
      const read: Item[] = []
      while (read.length < items.length) {
        const next = items.slice(read.length, read.length + ITEMS_AT_ONCE)
        read.push(...(await Promise.all(next.map(readItem))))
        await pause?.()
      }
      return new AssessedFleet(read)
    },
  }),
)

/** What a step gives, or the error that it throws. */
async function orFault<Value>(step: () => Value | Promise<Value>): Promise<Value | Error> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
