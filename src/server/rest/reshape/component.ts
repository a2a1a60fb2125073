import type { Impact } from '../../../engine/assessment/impact.ts'
import type { NamedAttribute } from '../../../engine/components/component.ts'
import type { ConsumptionProfile } from '../../../engine/use/consumption-profile.ts'
import type { UsageFragment } from '../../../generated/asset-operations.ts'
import { type Json, JsonText, writeJson } from '../json.ts'
import { reshapeAttributes } from './attribute.ts'
import { type AskedCriteria, reshapeImpacts } from './impacts.ts'
import {
  hasOwnLoad,
  reshapeAllFactors,
  reshapeDuration,
  reshapeFactors,
  reshapeGivenFactors,
  reshapeGivenUse,
  reshapeGivenWorkload,
  reshapeLifetime,
  reshapeLocation,
  reshapeOwnUse,
  reshapePower,
  reshapeProfile,
  reshapeWorkload,
  UNIT_OF_LEVELS,
} from './usage.ts'

type Entries = Record<string, Json>

/** What a verbose answer shows about a component. */
export interface VerboseComponent {
  /** Undefined for a component alone. */
  readonly label?: string
  readonly impacts: readonly Impact[]
  readonly attributes: readonly NamedAttribute[]
  readonly usage: UsageFragment & { readonly consumptionProfile: ConsumptionProfile | null }
}

/** A component alone, or in a device. Its full use is shown if it takes power, else only what the caller set. */
export function reshapeComponent(
  component: VerboseComponent,
  asked: AskedCriteria,
  ofDevice?: UsageFragment,
): JsonText {
  const { impacts, usage } = component
  const { ofItself, ofUse } = textsOf(component, asked, ofDevice)
  const ofDuration = members(reshapeDuration(usage))
  return new JsonText(`{"impacts":${reshapeImpacts(impacts, asked).text}${ofItself}${ofDuration}${ofUse}}`)
}

/** The members of a component that do not depend on the duration, as text after a comma. */
interface Texts {
  readonly spelling: string
  readonly ofItself: string
  readonly ofUse: string
}

/** By the attributes of a component, which a cached asset computes once. */
const written = new WeakMap<readonly NamedAttribute[], Texts>()

function textsOf(component: VerboseComponent, asked: AskedCriteria, ofDevice: UsageFragment | undefined): Texts {
  const { attributes, usage } = component
  const known = written.get(attributes)
  if (known?.spelling === asked.spelling) return known
  const named = attributes.filter(({ name }) => !HIDDEN.has(name))
  const use =
    usage.avgPower === null ? reshapeUnpowered(usage, asked, ofDevice) : reshapeUse(component, asked, ofDevice)
  const texts = {
    spelling: asked.spelling,
    ofItself: members(reshapeAttributes(named)),
    ofUse: members(use),
  }
  written.set(attributes, texts)
  return texts
}

function members(entries: Entries): string {
  const text = writeJson(entries).slice(1, -1)
  return text === '' ? '' : `,${text}`
}

/** A functional block's type is its label. */
const HIDDEN = new Set(['type'])

function reshapeUnpowered(usage: UsageFragment, asked: AskedCriteria, ofDevice: UsageFragment | undefined): Entries {
  if (ofDevice !== undefined) return reshapeOwnUse(usage, ofDevice)
  return { ...reshapeGivenUse(usage, UNIT_OF_LEVELS), ...reshapeGivenFactors(usage, asked) }
}

/** Parts of a server whose power is modelled as a whole: they have no curve of their own, but a load. */
const UNDER_LOAD = /^(CPU|RAM)-/

function reshapeUse(
  { label = '', usage }: VerboseComponent,
  asked: AskedCriteria,
  ofDevice: UsageFragment | undefined,
): Entries {
  const { consumptionProfile, avgPower } = usage
  const isAlone = ofDevice === undefined
  const unitOfLevels = isAlone || hasOwnLoad(usage, ofDevice) ? UNIT_OF_LEVELS : undefined
  const hasLoad = consumptionProfile !== null || UNDER_LOAD.test(label)
  const isModelled = consumptionProfile !== null && avgPower?.status === 'COMPLETED'
  return {
    ...reshapePower(usage),
    ...(hasLoad && reshapeWorkload(usage, unitOfLevels)),
    ...(!hasLoad && unitOfLevels !== undefined && reshapeGivenWorkload(usage, unitOfLevels)),
    ...reshapeLocation(usage),
    ...reshapeLifetime(usage),
    ...(isModelled && reshapeProfile(consumptionProfile)),
    ...(isAlone ? reshapeAllFactors(usage, asked) : reshapeFactors(usage, asked)),
  }
}
