import { NO_WARNINGS, pathOf, unknownWarning, type Warning, warning } from '../../engine/values/warning.ts'
import type { AssetInput } from '../../input/fleet-input.ts'
import type { NamedModel } from '../matching/device-models.ts'
import type { References } from '../references.ts'
import type { DeviceModel } from '../tables.ts'

/** What the model of a device completes, and warnings about it. */
interface ResolvedModel {
  readonly model?: DeviceModel
  readonly warnings: readonly Warning[]
}

/** A model in the input: a name, a maker, or both. */
interface GivenModel {
  readonly name?: string
  readonly manufacturer?: string
}

/**
 * Finds the model of a server or terminal by its name in the input. An unknown model gets a warning and the usual
 * archetype. A model that is known only by its product line has a warning, too. A release without models ignores it.
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
  const [model, ...others] = models.fitting(device, given)
  const of = device.replaceAll('_', ' ')
  if (model === undefined) {
    const instead = archetype === undefined ? `uses a typical ${of}` : `uses the archetype ${archetype}`
    const what = `model "${[manufacturer, name].filter((text) => text !== undefined).join(' ')}" of a ${of}`
    const nearest = models.nearest(device, given)
    return { warnings: [unknownWarning('UNKNOWN_MODEL', { what, given: name, nearest, instead, at: `${at}.name` })] }
  }
  if (archetype !== undefined && archetype !== model.archetype) {
    const message = `The archetype ${archetype} overrides the model "${name}"`
    return { warnings: [{ ...warning('NOT_USED', message), path: pathOf(`${at}.name`) }] }
  }
  if (others.length > 0) return { model, warnings: [severalModels(name, model, others, `${at}.name`)] }
  return { model, warnings: model.covers === 'model' ? NO_WARNINGS : [typicalModel(device, `${at}.name`)] }
}

/** Warns that a name fits several models: `MacBook Pro (16-inch, 2021)` was sold with two processors. */
function severalModels(given: string, { name }: DeviceModel, others: readonly DeviceModel[], at: string): Warning {
  const nearest = [name, ...others.map((other) => other.name)]
  return unknownWarning('UNKNOWN_VARIANT', {
    what: `variant of "${given}"`,
    given,
    nearest,
    instead: `uses ${name}, the one with the least manufacturing`,
    at,
  })
}

/**
 * Warns that the result uses a typical device instead of figures of the model, and `why`, if it has such figures. The
 * name of the model is at the path `at`.
 */
export function typicalModel(device: string, at: string, why = ''): Warning {
  const message = `This result does not use figures of this model. It uses a typical ${device.replaceAll('_', ' ')}.${why}`
  return { ...warning('TYPICAL_MODEL', message), path: pathOf(at) }
}

/**
 * A warning if the release has no models, so that the model in the input has no effect. Answers of the API from such
 * a release stay as they were published.
 */
export function unusedModel(
  { models }: References,
  { server, terminal }: AssetInput,
  release: string,
): readonly Warning[] {
  const name = (server ?? terminal)?.model?.name
  if (!models.isEmpty || !name?.trim()) return NO_WARNINGS
  return [warning('NOT_USED', `Release ${release} has no models, so "${name}" has no effect`)]
}

const NOTHING: ResolvedModel = { warnings: [] }
