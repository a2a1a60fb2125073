import { resolveNetwork, resolveStorage } from '../../src/catalogue/resolve/resolve-service.ts'
import { NetworkService as EngineNetwork, type NetworkReach } from '../../src/engine/devices/network-service.ts'
import { StorageService as EngineStorage, type StorageKind } from '../../src/engine/devices/storage-service.ts'
import { NetworkInput, StorageInput } from '../../src/input/device-input.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { attributeFields } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

const StorageKindEnum = enumType<StorageKind>('StorageKind', 'Kinds of drives that a service stores on.', {
  SSD: 'Solid-state drives.',
  HDD: 'Hard disk drives.',
})

const NetworkReachEnum = enumType<NetworkReach>('NetworkReach', 'How far data are moved.', {
  REGION: 'Within a region of a provider.',
  BETWEEN_REGIONS: 'Between regions of a provider.',
  INTERNET: 'Over the internet, to people.',
})

const { shape: stored } = StorageInput

const StorageService = builder.objectRef<EngineStorage>('StorageService').implement({
  description: 'Storage as a service: the share of the drives that keep it. The servers around them are left out.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineStorage,
  fields: (t) => ({
    kind: t.expose('kind', { type: StorageKindEnum, description: 'Kind of drives.' }),
    ...attributeFields(t, { gigabytes: stored.gigabytes, copies: stored.copies }, ['gigabytes', 'copies']),
    usage: t.expose('usage', { type: Usage, description: 'How it is used.' }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
  }),
})

const NetworkService = builder.objectRef<EngineNetwork>('NetworkService').implement({
  description: 'Data that are moved over networks: a share of the use of these, the same for every duration.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineNetwork,
  fields: (t) => ({
    ...attributeFields(t, { gigabytes: NetworkInput.shape.gigabytes }, ['gigabytes']),
    reach: t.expose('reach', { type: NetworkReachEnum, description: 'How far it is moved.' }),
    usage: t.expose('usage', { type: Usage, description: 'Where the electricity comes from.' }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of it.' }),
  }),
})

entryPoints((t) => ({
  storage: t.field({
    type: StorageService,
    nullable: true,
    description: 'Storage as a service.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({ type: inputType(StorageInput), required: true, description: 'What is stored, and how.' }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'storage',
      StorageInput,
      async (loaders, input) => new EngineStorage(await resolveStorage(loaders, input)),
    ),
  }),
  network: t.field({
    type: NetworkService,
    nullable: true,
    description: 'Data that are moved over networks.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({ type: inputType(NetworkInput), required: true, description: 'What is moved, and how far.' }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'network',
      NetworkInput,
      async (loaders, input) => new EngineNetwork(await resolveNetwork(loaders, input)),
    ),
  }),
}))
