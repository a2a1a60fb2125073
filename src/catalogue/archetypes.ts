import type { ArchetypeComponent } from '../kinds.ts'
import { nearestNames } from './matching/nearest-names.ts'
import { type Listed, NotFoundError } from './not-found-error.ts'
import type { ComponentArchetype, DeviceArchetype, IotArchetype, ServerArchetype, Tables } from './tables.ts'

/** Archetypes of all kinds, by id. Every look-up throws a NotFoundError with the closest ids. */
export class Archetypes {
  readonly #tables: Tables
  readonly #servers: ReadonlyMap<string, ServerArchetype>
  readonly #terminals: ReadonlyMap<string, DeviceArchetype>
  readonly #iotDevices: ReadonlyMap<string, IotArchetype>
  readonly #components: ReadonlyMap<string, ComponentArchetype>

  constructor(tables: Tables) {
    this.#tables = tables
    this.#servers = byId(tables.serverArchetypes)
    this.#terminals = byId(tables.terminalArchetypes)
    this.#iotDevices = byId(tables.iotArchetypes)
    this.#components = new Map(tables.componentArchetypes.map((each) => [`${each.component} ${each.id}`, each]))
  }

  server(id: string): ServerArchetype {
    return found(this.#servers, id, 'server')
  }

  iotDevice(id: string): IotArchetype {
    return found(this.#iotDevices, id, 'iot_device')
  }

  component(component: ArchetypeComponent, id: string): ComponentArchetype {
    const archetype = this.#components.get(`${component} ${id}`)
    if (archetype !== undefined) return archetype
    throw new NotFoundError(id, () => nearestNames(id, this.idsOf(component)), { of: component })
  }

  /** Ids of the archetypes of a component, including every model of the GPU table. */
  idsOf(component: string): readonly string[] {
    const { componentArchetypes, gpus } = this.#tables
    const ids = componentArchetypes.filter((each) => each.component === component).map(({ id }) => id)
    return component === 'gpu' ? [...ids, ...gpus.map(({ name }) => name)] : ids
  }

  /** A terminal archetype by its id, for any device. Suggestions are those of the device. */
  terminal(device: string, id: string): DeviceArchetype {
    const archetype = this.#terminals.get(id)
    return archetype ?? this.terminalOf(device, id)
  }

  /** A terminal archetype of this device only. */
  terminalOf(device: string, id: string): DeviceArchetype {
    const archetype = this.#terminals.get(id)
    if (archetype?.device === device) return archetype
    const ids = this.#tables.terminalArchetypes.filter((each) => each.device === device).map((each) => each.id)
    throw new NotFoundError(id, () => nearestNames(id, ids), { of: 'terminal', within: device })
  }

  /** The typical archetype of equipment: that of its type, else the first of its kind. Undefined if there is none. */
  equipment(device: string, type: string | undefined): DeviceArchetype | undefined {
    const ofDevice = this.#tables.equipmentArchetypes.filter((each) => each.device === device)
    return ofDevice.find((each) => type !== undefined && each.type === type) ?? ofDevice[0]
  }

  /** The typical archetype of a device: that of its type, else the device's usual one, else its first. */
  typicalTerminal(device: string, type: string | undefined, usualId: string | undefined): DeviceArchetype {
    const ofDevice = this.#tables.terminalArchetypes.filter((each) => each.device === device)
    const ofType = ofDevice.find((each) => type !== undefined && each.type === type)
    const chosen = ofType ?? this.#terminals.get(usualId ?? '') ?? ofDevice[0]
    if (chosen === undefined) throw new NotFoundError(device, () => [], { of: 'terminal' })
    return chosen
  }
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

function found<Row>(rows: ReadonlyMap<string, Row>, id: string, of: Listed['of']): Row {
  const row = rows.get(id)
  if (row !== undefined) return row
  throw new NotFoundError(id, () => nearestNames(id, rows.keys()), { of })
}
