import type { Phase } from '../../src/engine/assessment/impact.ts'
import { enumType } from '../inputs/input-type.ts'

export const PhaseEnum = enumType<Phase>('Phase', 'Phase of an impact.', {
  EMBEDDED: 'Embodied impact: manufacturing, with transport and end of life if known.',
  USE: 'Use: the electricity that the asset consumes.',
  BUILDING: 'The construction of the data centre and its technical equipment (air conditioning and power supply).',
})
