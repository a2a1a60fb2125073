import { camelCase } from '../../engine/values/spelling.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import type { Subject } from '../subjects/subject.ts'

/** Paths of parts in the input of a server. */
const SERVER_PATHS: Readonly<Record<string, string>> = {
  CPU: 'configuration.cpu',
  GPU: 'configuration.gpu',
  RAM: 'configuration.ram.0',
  SSD: 'configuration.disks.ssd',
  HDD: 'configuration.disks.hdd',
  POWER_SUPPLY: 'configuration.powerSupply',
}

/** The element that holds a field of a subject. */
export function fieldElementId(subject: number, field: string): string {
  return `subject-${subject}-${field}`
}

/** The id of the form field that replaces an attribute; undefined if the form has none. */
export function replaceField(
  subject: Subject,
  index: number,
  kind: string | undefined,
  label: string,
  attribute: string,
): string | undefined {
  if (kind === undefined || attribute === 'hours_life_time') {
    if (attribute === 'usage_location') return 'location'
    if (attribute === 'time_workload') return 'load'
  }
  const path = pathOf(subject, kind, label, attribute)
  const field = fieldsOf(subject).find((each) => each.path === path || each.path === `${path}Name`)
  return field && fieldElementId(index, field.id)
}

function pathOf(subject: Subject, kind: string | undefined, label: string, attribute: string): string | undefined {
  // A processor's name determines its curve.
  const name = attribute === 'power_curve' ? 'name' : camelCase(attribute)
  if (name === 'pue') return 'usage.facility.pue'
  const component = subject.kind === 'component' ? `${subject.entered.kind}.` : ''
  if (name === 'elecFactors') return `${component}usage.elecFactors.0.value`
  if (kind === undefined) return USAGE.has(name) ? `${component}usage.${name}` : name
  if (subject.kind === 'component') return `${component}${name}`
  if (subject.kind !== 'server' || /-[2-9]\d*$/.test(label)) return undefined
  if (kind === 'CASE') return name === 'caseType' ? 'model.type' : undefined
  return kind in SERVER_PATHS ? `${SERVER_PATHS[kind]}.${name}` : undefined
}

const USAGE = new Set([
  'useTimeRatio',
  'hoursLifeTime',
  'avgPower',
  'otherConsumptionRatio',
  'usageLocation',
  'timeWorkload',
])
