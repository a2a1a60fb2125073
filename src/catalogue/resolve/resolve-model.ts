import { pathOf, unknownWarning, type Warning, warning } from '../../engine/values/warning.ts'
import type { NamedModel } from '../matching/device-models.ts'
import type { References } from '../references.ts'
import type { DeviceModel } from '../tables.ts'

/** What the model of a device completes, and what is to be told of it. */
interface ResolvedModel {
  readonly model?: DeviceModel
  readonly warnings: readonly Warning[]
}

/** A model as a caller gives it: a name, a maker, or both. */
interface GivenModel {
  readonly name?: string
  readonly manufacturer?: string
}

/**
 * The model of a server or a terminal, by the name that the caller gave it at a place of the input. One that is not known
 * has a warning, and leaves the usual archetype. A release that knows no models takes no notice of any.
 */
export function resolveModel(
  { models }: References,
  device: string,
  { name, manufacturer }: GivenModel = {},
  archetype: string | undefined,
  at: string,
): ResolvedModel {
  if (name === undefined || name.trim() === '' || models.isEmpty) return NOTHING
  const given: NamedModel = { name, ...(manufacturer !== undefined && { manufacturer }) }
  const model = models.find(device, given)
  if (model === undefined) {
    const of = device.replaceAll('_', ' ')
    const instead = archetype === undefined ? `uses a typical ${of}` : `uses the archetype ${archetype}`
    const what = `model "${[manufacturer, name].filter((text) => text !== undefined).join(' ')}" of a ${of}`
    const nearest = models.nearest(device, given)
    return { warnings: [unknownWarning('UNKNOWN_MODEL', { what, given: name, nearest, instead, at: `${at}.name` })] }
  }
  if (archetype !== undefined && archetype !== model.archetype) {
    const message = `The archetype ${archetype} overrides the model "${name}"`
    return { warnings: [{ ...warning('NOT_USED', message), path: pathOf(`${at}.name`) }] }
  }
  return { model, warnings: [] }
}

const NOTHING: ResolvedModel = { warnings: [] }
