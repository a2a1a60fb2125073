import type { Criterion } from '../../engine/figures/criteria.ts'
import type { RestCriteriaQuery } from '../../generated/rest-operations.ts'
import type { Json } from '../json.ts'
import { spelled } from './spelling.ts'

/** Codes that known clients read in another spelling. */
const SPELLINGS: Readonly<Record<string, string>> = { ctuh_c: 'CTUh_c', ctuh_nc: 'CTUh_nc' }

/** Criteria outside of the Product Environmental Footprint. For `fw` known clients expect an empty text. */
const OTHER_METHODS: Readonly<Record<string, string | null>> = {
  gwp: null,
  adp: null,
  pe: null,
  mips: null,
  fe: null,
  fw: '',
}

/** `{gwp: {name, unit, description, method}}`; the method is PEF, or null. */
export function reshapeCriteria(criteria: RestCriteriaQuery['criteria']): Json {
  return Object.fromEntries(
    criteria.map(({ code }) => {
      const method = code in OTHER_METHODS ? (OTHER_METHODS[code] as string | null) : 'PEF'
      return [SPELLINGS[code] ?? code, { name: code, ...spelled(code as Criterion), method }]
    }),
  )
}
