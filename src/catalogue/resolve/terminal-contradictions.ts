import type { DesktopForm } from '../../engine/devices/terminal.ts'
import { listed } from '../../engine/values/listed.ts'
import type { Warning } from '../../engine/values/warning.ts'
import type { TerminalInput } from '../../input/device-input.ts'
import type { DeviceModel } from '../tables.ts'
import { contradiction } from './form-factor.ts'
import { isAbout } from './makers-figures.ts'

/** The forms that the inputs of a desktop computer say. */
export interface SaidForms {
  readonly form: DesktopForm | undefined
  readonly type: DesktopForm | undefined
  readonly archetype: DesktopForm | undefined
  readonly model: DesktopForm | undefined
}

/**
 * Warnings where the inputs of a terminal contradict each other, or what is known of its model: its form, its diagonal,
 * and the size in its name.
 */
export function terminalContradictions(
  input: TerminalInput,
  said: SaidForms,
  model: DeviceModel | undefined,
  inName: { readonly storage?: number; readonly inches?: number },
  at: string,
): readonly Warning[] {
  return [
    ...contradictoryForms(input, said, model, at),
    ...contradictoryInches(input, model, inName.inches, at),
    ...contradictoryStorage(input, inName.storage, at),
  ]
}

function contradictoryForms(
  input: TerminalInput,
  { form, type, archetype, model: ofModel }: SaidForms,
  model: DeviceModel | undefined,
  at: string,
): Warning[] {
  const used = form ?? type
  if (used === undefined) return []
  const warnings: Warning[] = []
  const warn = (message: string, field: 'form' | 'type' | 'archetype', instead = `uses ${used}`) => {
    warnings.push(contradiction(message, instead, `${at}.${field}`, String(input[field])))
  }
  if (differ(form, type)) warn(`The type "${input.type}" contradicts the form ${form}.`, 'type')
  if (differ(used, archetype)) {
    const message = `The archetype ${input.archetype} contradicts the form ${used}.`
    warn(message, 'archetype', `uses ${used} for manufacturing, and the archetype for use`)
  }
  if (model !== undefined && differ(used, ofModel)) {
    const message = `The form of ${model.manufacturer} ${model.name} is ${ofModel}, not ${used}.`
    warn(message, form === undefined ? 'type' : 'form')
  }
  return warnings
}

/** A workstation has any shape: a tower, a mini, or one with a screen. */
function differ(one: DesktopForm | undefined, other: DesktopForm | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return one !== other && one !== 'WORKSTATION' && other !== 'WORKSTATION'
}

function contradictoryInches(
  { kind, inches: given }: TerminalInput,
  model: DeviceModel | undefined,
  inName: number | undefined,
  at: string,
): Warning[] {
  if (given !== undefined && inName !== undefined && !isAbout(inName, given)) {
    const message = `The name of the model says ${inName} inches, not ${given}.`
    return [contradiction(message, `uses ${given} inches`, `${at}.inches`, String(given))]
  }
  const inches = given ?? inName
  const known = new Set(model?.figures?.flatMap(({ asset }) => asset.terminal?.inches ?? []))
  if (model === undefined || inches === undefined || known.size === 0) return []
  if ([...known].some((each) => isAbout(each, inches))) return []
  const message = `${model.manufacturer} ${model.name} has ${listed([...known].map(String))} inches, not ${inches}.`
  const typical = `uses a typical ${kind.toLowerCase()}${kind === 'MONITOR' ? ` of ${inches} inches` : ''}`
  return [contradiction(message, typical, `${at}.${given === undefined ? 'model.name' : 'inches'}`, String(inches))]
}

function contradictoryStorage({ storage }: TerminalInput, inName: number | undefined, at: string): Warning[] {
  if (storage === undefined || isAbout(inName, storage)) return []
  const message = `The name of the model says ${inName} GB, not ${storage} GB.`
  return [contradiction(message, `uses ${storage} GB`, `${at}.storage`, String(storage))]
}
