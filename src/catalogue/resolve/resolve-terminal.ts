import { DESKTOP_FORMS, type SizeOfTerminal, type TerminalBill } from '../../engine/devices/terminal.ts'
import type { UsageArchetype } from '../../engine/use/usage-bill.ts'
import { leaf, type TextAttribute, text } from '../../engine/values/attribute.ts'
import { Cell } from '../../engine/values/cell.ts'
import { CRITERIA } from '../../engine/values/criteria.ts'
import { listed } from '../../engine/values/listed.ts'
import { exact, type Range } from '../../engine/values/range.ts'
import { pathOf, type Warning, warning } from '../../engine/values/warning.ts'
import type { TerminalInput } from '../../input/device-input.ts'
import { FaultError, under } from '../../input/fault.ts'
import { known } from '../known.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { type SizedName, sizeInName } from '../matching/size-in-name.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { DeviceArchetype, DeviceModel, PublishedFigure, TerminalSize } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'
import { deviceFactors, deviceStages } from './component-factors.ts'
import { yearWarnings } from './form-factor.ts'
import {
  chosenFigures,
  ofModel as dataOfModel,
  isAbout,
  makersBill,
  sizedByModel,
  usageByMaker,
} from './makers-figures.ts'
import { ownEnergy, ownMaking } from './own-figures.ts'
import { resolveModel, typicalModel } from './resolve-model.ts'
import { resolveUsage } from './resolve-usage.ts'
import { type SaidForms, terminalContradictions } from './terminal-contradictions.ts'

/** A terminal or a peripheral, completed from an archetype of its kind and type. */
export async function resolveTerminal(loaders: Loaders, input: TerminalInput, at = 'input'): Promise<TerminalBill> {
  const { references } = loaders
  const device = input.kind.toLowerCase()
  const types = references.deviceTypes(device)
  const read = typeOf(references, device, types, input.type, `${at}.type`)
  const ofName: Partial<SizedName<NonNullable<TerminalInput['model']>>> =
    input.model?.name === undefined
      ? known({ model: input.model })
      : sizeInName(references.models, input.kind, { ...input.model, name: input.model.name })
  const named = resolveModel(references, device, ofName.model, input.archetype, `${at}.model`)
  const form = formOf(input.form, read.type)
  // The form says more than the type, and what the input says of either takes precedence over the model's.
  const isForm = form !== undefined && types.includes(form.toLowerCase())
  const type = isForm ? form.toLowerCase() : read.type
  const ofModel = type === undefined ? named.model?.archetype : undefined
  const archetype = under(['archetype'], () => references.terminal(device, input.archetype ?? ofModel, type))
  // An archetype of another device only supplies the use; the device requested is what is made.
  const isOfAnother = archetype.device !== device
  const typical = isOfAnother ? references.terminal(device, undefined, archetype.type) : archetype
  const factors = references.device(device, type ?? typical.type)
  const stages = deviceStages(references, device, type ?? typical.type)
  const value = read.type ?? (types.length > 0 ? typical.type : undefined)
  const size = references.tables.terminalSizes.find((each) => each.device === device)
  const { release } = references.tables
  const storage = input.storage ?? ofName.storage
  const inches = input.inches ?? ofName.inches
  const chosen = chosenFigures(named.model, known({ storage, inches, form }))
  const ofYear = yearWarnings(input.year, release.id, 'ignores the year', at)
  const year = ofYear.length === 0 && input.year !== undefined ? input.year : chosen && dataOfModel(chosen).year
  const usual = isBefore2021(year) ? usageUntil2020(archetype) : typicalUsage(archetype)
  const ofMaker = input.figures === 'MODEL' ? undefined : chosen
  const isPowerKnown =
    ofMaker?.electricity !== undefined || input.usage?.avgPower !== undefined || input.own?.kwhYear !== undefined
  const usageOf = (typical: UsageArchetype) =>
    resolveUsage(loaders, input.usage, typical, `${at}.usage`, {
      isInDataCentre: false,
      yearlyEnergy: ownEnergy(input.own, at),
    })
  const own = ownMaking(input.own, at)
  const said: SaidForms = {
    form: isForm ? input.form : undefined,
    type: formOf(undefined, read.type),
    archetype: input.archetype === undefined ? undefined : formOf(undefined, typical.type),
    model: named.model && formOf(undefined, references.terminal(device, named.model.archetype, undefined).type),
  }
  const isKnown = (field: 'storage' | 'inches') =>
    named.model?.figures?.some(({ asset }) => asset.terminal?.[field] !== undefined) === true
  const effects = {
    form: isForm,
    storage: size?.size === 'storage' || isKnown('storage'),
    inches: size?.size === 'inches' || isKnown('inches'),
    // An impossible year has a warning of its own.
    year: ofYear.length > 0 || (archetype.powerUntil2020 !== undefined && !isPowerKnown),
    figures: chosen !== undefined,
  }
  const bill: TerminalBill = {
    kind: input.kind,
    ...(own && { own }),
    archetype: archetype.id,
    ...known({ units: input.units, storage, inches, year: input.year }),
    ...(value !== undefined && { type: typeShown(value, input.type, read.type, typical, named.model) }),
    ...formShown(input, form, typical, named.model),
    ...(size && {
      size: ofOneKind(
        chosen ? sizedByModel(sizeOf(size), chosen) : sizeOf(size),
        known({ model: ofName.model, storage, inches }),
      ),
    }),
    ...(factors && { factors: deviceFactors(factors) }),
    ...(stages && { stages }),
    ...modelShown(input.model, named.model),
    usage: await usageOf(usual),
    at,
    warnings: [
      ...named.warnings,
      ...(named.model?.figures !== undefined && ofMaker === undefined
        ? [typicalModel(device, `${at}.model.name`, otherStorage(named.model.figures, storage))]
        : []),
      ...read.warnings,
      ...terminalContradictions(input, said, named.model, ofName, at),
      ...ofYear,
      ...withoutEffect(input, effects, device, release.id, at),
      ...(archetype.doubt === undefined
        ? []
        : [{ ...warning('DOUBTFUL_FIGURE', archetype.doubt), path: pathOf(`${at}.archetype`) }]),
      ...(input.type !== undefined && types.length === 0
        ? [warning('NOT_USED', `The type "${input.type}" has no effect: kind ${device} has no types`)]
        : []),
      ...(isOfAnother
        ? [
            warning(
              'READ_AS',
              `The archetype ${archetype.id} describes another kind (${archetype.device}). This result is for the kind ${device}. It uses only the usage values of the archetype.`,
            ),
          ]
        : []),
    ],
  }
  if (ofMaker === undefined) return bill
  const byMaker = usageByMaker(usual, ofMaker)
  const usage = byMaker === usual ? bill.usage : await usageOf(byMaker)
  return { ...bill, usage, makers: makersBill(ofMaker, bill) }
}

/** The model as the caller named it, or the known model that is meant. */
export function modelShown(
  given: { readonly name?: string; readonly manufacturer?: string } | undefined,
  model: DeviceModel | undefined,
): { readonly model?: TextAttribute; readonly manufacturer?: TextAttribute } {
  const shown = (own: string | undefined, words: string | undefined) => {
    if (own === undefined) return words === undefined ? undefined : text('INPUT', words)
    if (words === undefined) return text('COMPLETED', own)
    return own === words ? text('INPUT', own) : text('CHANGED', own, undefined, `Given as "${words}"`)
  }
  const ofModel = model?.covers === 'model' ? model.name : undefined
  return known({
    model: shown(ofModel, given?.name),
    manufacturer: given === undefined ? undefined : shown(model?.manufacturer, given.manufacturer),
  })
}

/** The type whose figures apply to the terminal, with warnings. */
interface ReadType {
  readonly type?: string
  readonly warnings: readonly Warning[]
}

/** Throws a FaultError for an unknown type. */
export function typeOf(
  references: References,
  device: string,
  types: readonly string[],
  given: string | undefined,
  at: string,
): ReadType {
  if (given === undefined) return { warnings: [] }
  const type = types.find((each) => each === given.trim().toLowerCase().replaceAll(/[ -]/g, '_'))
  if (type !== undefined || types.length === 0) return { type: type ?? given, warnings: [] }
  const said = references.models.type(device, given)
  if (said === undefined) {
    const known = [...types, ...references.models.typeNames(device)]
    const message = `expected one of ${known.join(', ')}`
    const nearest = nearestNames(given, known)
    throw new FaultError([{ path: ['type'], message, code: 'INVALID_VALUE', nearest, value: given }])
  }
  const message = `There are no figures for type "${said.name}". This result uses those of a typical ${device}.`
  return {
    ...(said.type !== undefined && { type: said.type }),
    warnings: said.hasFigures ? [] : [{ ...warning('READ_AS', message), path: pathOf(at) }],
  }
}

/** The type as in the input (INPUT), in other words (CHANGED), inferred from the model, or typical. */
export function typeShown(
  value: string,
  given: string | undefined,
  type: string | undefined,
  typical: DeviceArchetype,
  model: DeviceModel | undefined,
): NonNullable<TerminalBill['type']> {
  if (given !== undefined && given.trim().toLowerCase() !== value.trim().toLowerCase()) {
    return { value, status: 'CHANGED', source: `Given as "${given}"` }
  }
  if (type !== undefined) return { value, status: 'INPUT' }
  if (model === undefined) return { value, status: 'ARCHETYPE', ...known({ source: typical.source }) }
  const by = model.source === undefined ? '' : `, by ${model.source}`
  return { value, status: 'COMPLETED', source: `Completed from the model ${model.manufacturer} ${model.name}${by}` }
}

/** The form that the input names, or its type: a `mini PC`. */
function formOf(given: TerminalInput['form'], type: string | undefined): TerminalInput['form'] {
  return given ?? DESKTOP_FORMS.find((form) => form.toLowerCase() === type)
}

/** The form as in the input, in the words of its type, of the model, or of the archetype. */
function formShown(
  { form: given, type: words }: TerminalInput,
  form: TerminalInput['form'],
  typical: DeviceArchetype,
  model: DeviceModel | undefined,
): { readonly form?: TextAttribute } {
  if (given !== undefined) return { form: text('INPUT', given) }
  if (form !== undefined) return { form: text('COMPLETED', form, undefined, `Completed from the type "${words}"`) }
  const usual = formOf(undefined, typical.type)
  if (usual === undefined) return {}
  return {
    form:
      model === undefined
        ? text('ARCHETYPE', usual, undefined, typical.source)
        : text('COMPLETED', usual, undefined, `Completed from the model ${model.manufacturer} ${model.name}`),
  }
}

/** Warnings about the fields of the input that change no figure of this device. */
function withoutEffect(
  input: TerminalInput,
  effects: Readonly<Record<'form' | 'storage' | 'inches' | 'year' | 'figures', boolean>>,
  device: string,
  release: string,
  at: string,
): readonly Warning[] {
  const fields = Object.keys(effects) as (keyof typeof effects)[]
  return fields
    .filter((field) => input[field] !== undefined && !effects[field])
    .map((field) => {
      const message = `The field "${field}" has no effect on this ${device.replaceAll('_', ' ')} in release ${release}`
      return { ...warning('NOT_USED', message), path: pathOf(`${at}.${field}`) }
    })
}

/** Why figures of a model do not apply to other storage: ` The maker published figures for 128 GB, not 512 GB.` */
function otherStorage(figures: readonly PublishedFigure[], storage: number | undefined): string {
  const known = [...new Set(figures.flatMap(({ asset }) => asset.terminal?.storage ?? []))]
  if (storage === undefined || known.length === 0 || known.some((each) => isAbout(each, storage))) return ''
  return ` The maker published figures for ${listed(known.map(String))} GB, not ${storage} GB.`
}

/** What makes a device by its size: `terminal-sizes.monitor.at_reference`. */
const sizeOf = perObject((row: TerminalSize): SizeOfTerminal => {
  const { device, size, covers, typical, spread, source } = row
  const quantity = (column: string, range: Range, unit?: string) =>
    leaf({ table: 'terminal-sizes', row: device, column }, 'COMPLETED', range, unit, source)
  const property = { table: 'terminal-sizes', row: device, column: size, property: `terminal_${size}` } as const
  const of = { covers, typical: new Cell(property, exact(typical), source), spread: quantity('spread', spread) }
  return row.size === 'storage'
    ? {
        ...of,
        of: 'storage',
        base: quantity('base', exact(row.base), KILOGRAMS),
        perGigabyte: quantity('per_gigabyte', exact(row.perGigabyte), `${KILOGRAMS}/GB`),
      }
    : {
        ...of,
        of: 'inches',
        atReference: quantity('at_reference', exact(row.atReference), KILOGRAMS),
        reference: quantity('reference', exact(row.reference), 'in'),
      }
})

const KILOGRAMS = CRITERIA.gwp.unit

/**
 * The spread of devices of one size is drawn once for devices that are described alike, and apart for others: a monitor
 * of 24 inches is not always lower than another one of 27.
 */
function ofOneKind(
  size: SizeOfTerminal,
  { model, [size.of]: given }: Pick<TerminalInput, 'model' | 'storage' | 'inches'>,
): SizeOfTerminal {
  // Configurations of one phone share the spread; monitors of one line differ by their size.
  const ofSize = size.of === 'storage' && model?.name !== undefined ? undefined : given
  const described = [model?.manufacturer, model?.name, ofSize].filter((each) => each !== undefined)
  const { leaf: of, status, unit, source } = size.spread
  if (described.length === 0 || of === undefined) return size
  return { ...size, spread: leaf({ ...of, variant: described.join(' ') }, status, size.spread, unit, source) }
}

/** The last year of devices whose electricity differs from that of today's. */
const LAST_EARLIER_YEAR = 2020

function isBefore2021(year: number | undefined): boolean {
  return year !== undefined && year <= LAST_EARLIER_YEAR
}

const usageUntil2020 = perObject(({ powerUntil2020, ...archetype }: DeviceArchetype) => {
  const { usage } = archetype
  return typicalUsage(
    powerUntil2020 === undefined ? archetype : { ...archetype, usage: { ...usage, avgPower: powerUntil2020 } },
  )
})

export const typicalUsage = perObject(({ id, usage }: DeviceArchetype) =>
  cellsOfRow({ table: 'terminal-archetypes', row: id }, usage),
)
