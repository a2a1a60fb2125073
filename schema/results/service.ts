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

const NetworkReachEnum = enumType<NetworkReach>('NetworkReach', 'Distance of a data transfer.', {
  REGION: 'Within a region of a provider.',
  BETWEEN_REGIONS: 'Between regions of a provider.',
  INTERNET: 'Over the internet, to people.',
})

const { shape: stored } = StorageInput

const StorageService = builder.objectRef<EngineStorage>('StorageService').implement({
  description: 'Storage as a service: a share of drives. The servers around them are left out.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineStorage,
  fields: (t) => ({
    kind: t.expose('kind', { type: StorageKindEnum, description: 'Kind of drives.' }),
    ...attributeFields(t, { gigabytes: stored.gigabytes, copies: stored.copies }, ['gigabytes', 'copies']),
    usage: t.expose('usage', { type: Usage, description: 'How the storage is used.' }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the asset and its inputs.' }),
  }),
})

const NetworkService = builder.objectRef<EngineNetwork>('NetworkService').implement({
  description: 'Data transfer over networks: a share of their electricity. It does not depend on the duration.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineNetwork,
  fields: (t) => ({
    ...attributeFields(t, { gigabytes: NetworkInput.shape.gigabytes }, ['gigabytes']),
    reach: t.expose('reach', { type: NetworkReachEnum, description: 'Distance of the transfer.' }),
    usage: t.expose('usage', { type: Usage, description: 'Usage, with the location that the electricity comes from.' }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the asset and its inputs.' }),
  }),
})

entryPoints((t) => ({
  storage: t.field({
    type: StorageService,
    nullable: true,
    description: 'Assesses storage as a service.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(StorageInput),
        required: true,
        description: 'The stored data and how it is used.',
      }),
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
    description: 'Assesses a data transfer over networks.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(NetworkInput),
        required: true,
        description: 'How much data is transferred, and how far.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'network',
      NetworkInput,
      async (loaders, input) => new EngineNetwork(await resolveNetwork(loaders, input)),
    ),
  }),
}))
