import type { Assessable } from '../assessment/asset.ts'
import { Fleet } from '../devices/fleet.ts'
import { WholeDevice } from '../devices/whole-device.ts'
import type { Criterion } from '../values/criteria.ts'
import { listed } from '../values/listed.ts'
import { type Warning, warning } from '../values/warning.ts'

const OUR_MODEL = 'our model'

/**
 * A warning if the making of compared terminals follows different methods: those of makers, which differ by up to two
 * for the same product, or our model. Makers state climate change alone.
 */
export function warningsAboutMethods(sides: readonly Assessable[], criterion: Criterion): readonly Warning[] {
  if (!criterion.startsWith('gwp')) return []
  const methods = new Set(sides.flatMap(methodsOf))
  if (methods.size < 2) return []
  const named = listed([...methods].toSorted((a, b) => Number(a === OUR_MODEL) - Number(b === OUR_MODEL)))
  const message = `Manufacturing follows different methods: ${named}. Part of the difference comes from that. To compare by our model alone, give figures: MODEL.`
  return [warning('METHODS_DIFFER', message)]
}

function methodsOf(side: Assessable): readonly string[] {
  if (side instanceof Fleet) return [...new Set(side.members.flatMap(({ asset }) => methodsOf(asset)))]
  if (!(side instanceof WholeDevice)) return []
  const of = side.bill.makers?.making?.of
  return [of === undefined ? OUR_MODEL : (of.method ?? of.maker)]
}
