import type { Criterion } from './criteria.ts'

/** The method, with its version, by which figures of making and of electricity were characterised; undefined where there are none. */
interface CriterionMethods {
  readonly embedded: string | undefined
  readonly use: string | undefined
}

const CLIMATE = 'IPCC GWP100, AR5'
const PEF = 'PEF, EF 3.0'
const OF_PEF: CriterionMethods = { embedded: PEF, use: PEF }
/** Electricity has no factor in these. */
const OF_MAKING_BY_PEF: CriterionMethods = { embedded: PEF, use: undefined }

/**
 * The methods of each criterion. Where both differ, making and use are not of one scale, and what one saves cannot be held
 * against what the other costs.
 */
export const CRITERION_METHODS: Readonly<Record<Criterion, CriterionMethods>> = {
  gwp: { embedded: CLIMATE, use: CLIMATE },
  adp: { embedded: 'CML, 2002', use: `${PEF} (minerals and metals)` },
  pe: {
    embedded: 'Cumulative energy demand, VDI 4600',
    use: `${PEF} (fossil resources) divided by (1 - share of renewables)`,
  },
  gwppb: OF_PEF,
  gwppf: OF_PEF,
  gwpplu: OF_PEF,
  ir: OF_PEF,
  lu: OF_PEF,
  odp: OF_PEF,
  pm: OF_PEF,
  pocp: OF_PEF,
  wu: { embedded: PEF, use: 'Water withdrawn, WRI 2020' },
  mips: { embedded: 'MIPS, Wuppertal Institute', use: undefined },
  adpe: OF_PEF,
  adpf: OF_PEF,
  ap: OF_PEF,
  ctue: OF_MAKING_BY_PEF,
  ctuh_c: OF_MAKING_BY_PEF,
  ctuh_nc: OF_MAKING_BY_PEF,
  epf: OF_PEF,
  epm: OF_PEF,
  ept: OF_PEF,
  fw: { embedded: 'Net use of fresh water, EN 15804', use: undefined },
  fe: { embedded: undefined, use: 'By definition, 3.6 MJ per kWh' },
}
