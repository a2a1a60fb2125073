import type { Criterion } from './criteria.ts'

/** The characterisation method, with its version, for making and for electricity; undefined if there are no figures. */
interface CriterionMethods {
  readonly embedded: string | undefined
  readonly use: string | undefined
}

const CLIMATE = 'IPCC GWP100, AR5'
const PEF = 'PEF, EF 3.0'
const RADIATION = `${PEF} (in kBq U235 eq., which the sources write as kg)`
const OF_PEF: CriterionMethods = { embedded: PEF, use: PEF }
/** Criteria for which electricity has no factor. */
const OF_MAKING_BY_PEF: CriterionMethods = { embedded: PEF, use: undefined }

/**
 * The methods of each criterion. If they differ, making and use are on two scales: a saving in one does not offset a
 * cost in the other.
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
  // The sources write the kBq of EF 3.0 as kg: 3.2 kg of uranium for a kWh of France is impossible.
  ir: { embedded: RADIATION, use: RADIATION },
  lu: OF_PEF,
  odp: OF_PEF,
  pm: OF_PEF,
  pocp: OF_PEF,
  wu: { embedded: PEF, use: 'Water consumed, WRI 2020' },
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
