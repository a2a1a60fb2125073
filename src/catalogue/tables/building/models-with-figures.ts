import type { DeviceArchetype, DeviceModel, PublishedFigure } from '../../tables.ts'

/** Storage among the words of a configuration: `256 GB`. */
const STORAGE = /^\d+ ?[GT]B$/

/**
 * The models of devices, and those that makers published figures of. Configurations that differ in storage alone are
 * one model. An archetype is that of the form of the device, of the line of its model, or the first of its kind.
 */
export function modelsWithFigures(
  models: readonly DeviceModel[],
  published: readonly PublishedFigure[],
  archetypes: readonly DeviceArchetype[],
): readonly DeviceModel[] {
  const byModel = new Map<string, { device: string; form: string | undefined; figures: PublishedFigure[] }>()
  for (const figure of published) {
    const { terminal } = figure.asset
    if (terminal === undefined || figure.unit === 'W') continue
    const device = terminal.kind.toLowerCase()
    const key = `${device}/${figure.maker}/${withoutStorage(figure.model)}`
    const known = byModel.get(key)
    if (known === undefined) byModel.set(key, { device, form: terminal.form?.toLowerCase(), figures: [figure] })
    else known.figures.push(figure)
  }
  const stated = Array.from(byModel.values(), ({ device, form, figures }): DeviceModel | undefined => {
    const [{ maker, model, source }] = figures as [PublishedFigure]
    const name = withoutStorage(model)
    const ofDevice = archetypes.filter((each) => each.device === device)
    const line = models.find((each) => isOfLine(each, device, maker, name))
    const archetype =
      ofDevice.find(({ type }) => type === form && form !== undefined)?.id ?? line?.archetype ?? ofDevice[0]?.id
    if (archetype === undefined) return undefined
    const otherNames = [...new Set(figures.flatMap(({ model, names }) => [model, ...names]))].filter(
      (each) => each !== name,
    )
    return {
      device,
      manufacturer: maker,
      name,
      covers: 'model',
      archetype,
      figures,
      ...(otherNames.length > 0 && { otherNames }),
      ...(source !== undefined && { source }),
    }
  })
  return [...models, ...stated.filter((model) => model !== undefined)]
}

/** `MacBook Air 13 (M2)` of `MacBook Air 13 (M2, 256 GB)`, and `iPhone 16` of `iPhone 16 (128 GB)`. */
function withoutStorage(model: string): string {
  const [, name = model, words] = /^(.*?) \(([^()]*)\)$/.exec(model) ?? []
  const kept = words?.split(', ').filter((word) => !STORAGE.test(word)) ?? []
  return kept.length === 0 ? name : `${name} (${kept.join(', ')})`
}

function isOfLine(
  { device, manufacturer, name, covers }: DeviceModel,
  of: string,
  maker: string,
  model: string,
): boolean {
  return device === of && covers === 'line' && manufacturer === maker && model.startsWith(`${name} `)
}
