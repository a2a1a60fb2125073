/** One impact criterion: its name, its unit, and the unit of its electricity factor per kWh. */
export interface CriterionInfo {
  readonly unit: string
  /** The unit as a UCUM code; undefined if UCUM has none. The substance (CO2, antimony) is not part of it. */
  readonly ucum: string | undefined
  readonly description: string
  readonly electricityUnit: string
  /** The spelling in REST /v1, which follows the field's reference system. */
  readonly v1: { readonly unit: string; readonly electricityUnit: string }
}

/**
 * The 24 criteria, in their canonical order. Codes marked PEF follow the European Product Environmental Footprint
 * method (EF 3.0).
 */
export const CRITERIA = {
  gwp: criterion('Total climate change', 'kg CO2 eq.', 'kg', 'kgCO2eq', 'kg CO2eq/kWh'),
  adp: criterion('Use of minerals and fossil resources', 'kg Sb eq.', 'kg', 'kgSbeq', 'kg Sbeq/kWh'),
  pe: criterion('Consumption of primary energy', 'MJ', 'MJ', 'MJ', 'MJ/kWh'),
  gwppb: criterion('Climate change, biogenic part (PEF)', 'kg CO2 eq.', 'kg', 'kg CO2 eq.', 'kg CO2eq/kWh'),
  gwppf: criterion('Climate change, fossil part (PEF)', 'kg CO2 eq.', 'kg', 'kg CO2 eq.', 'kg CO2eq/kWh'),
  gwpplu: criterion(
    'Climate change: the part due to land use and land use change (PEF)',
    'kg CO2 eq.',
    'kg',
    'kg CO2 eq.',
    'kg CO2eq/kWh',
  ),
  ir: criterion('Ionising radiation (PEF)', 'kg U235 eq.', 'kg', 'kg U235 eq.', 'kg U235eq/kWh'),
  lu: criterion('Land use (PEF)', 'No dimension', '1', 'No dimension', 'No dimension/kWh'),
  odp: criterion('Ozone depletion (PEF)', 'kg CFC-11 eq.', 'kg', 'kg CFC-11 eq.', 'kg CFC-11eq/kWh'),
  pm: criterion('Particulate matter (PEF)', 'Disease occurrence', '1', 'Disease occurrence', 'Disease occurrence/kWh'),
  pocp: criterion('Photochemical ozone formation (PEF)', 'kg NMVOC eq.', 'kg', 'kg NMVOC eq.', 'kg NMVOCeq/kWh'),
  wu: criterion('Water use (PEF)', 'm3 eq.', 'm3', 'm3 eq.', 'm3eq/kWh'),
  mips: criterion('Material input per unit of service', 'kg', 'kg', 'kg', 'kg/kWh'),
  adpe: criterion('Use of minerals and metals (PEF)', 'kg Sb eq.', 'kg', 'kg SB eq.', 'kg Sbeq/kWh'),
  adpf: criterion('Use of fossil resources, nuclear included (PEF)', 'MJ', 'MJ', 'MJ', 'MJ/kWh'),
  ap: criterion('Acidification (PEF)', 'mol H+ eq.', 'mol', 'mol H+ eq.', 'mol H+eq/kWh'),
  ctue: criterion('Freshwater ecotoxicity (PEF)', 'CTUe', undefined, 'CTUe', 'CTUe/kWh'),
  ctuh_c: criterion('Human toxicity, cancer (PEF)', 'CTUh', undefined, 'CTUh', 'CTUh/kWh'),
  ctuh_nc: criterion('Human toxicity, non-cancer (PEF)', 'CTUh', undefined, 'CTUh', 'CTUh/kWh'),
  epf: criterion('Eutrophication of fresh water (PEF)', 'kg P eq.', 'kg', 'kg P eq.', 'kg Peq/kWh'),
  epm: criterion('Eutrophication of the sea (PEF)', 'kg N eq.', 'kg', 'kg N eq.', 'kg Neq/kWh'),
  ept: criterion('Eutrophication of land (PEF)', 'mol N eq.', 'mol', 'mol N eq.', 'mol Neq/kWh'),
  fw: criterion('Net use of fresh water', 'm3', 'm3', 'm3', 'm3/kWh'),
  fe: criterion('Final energy, in the use phase only', 'MJ', 'MJ', 'MJ', 'MJ/kWh'),
} as const satisfies Record<string, CriterionInfo>

function criterion(
  description: string,
  unit: string,
  ucum: string | undefined,
  unitOfV1: string,
  electricityUnitOfV1: string,
): CriterionInfo {
  const v1 = { unit: unitOfV1, electricityUnit: electricityUnitOfV1 }
  return { unit, ucum, description, electricityUnit: `${unit}/kWh`, v1 }
}

export type Criterion = keyof typeof CRITERIA

/** A criterion with its unit: `Total climate change, in kg CO2 eq.` */
export function describeCriterion(code: Criterion): string {
  const { description, unit } = CRITERIA[code]
  if (unit === 'No dimension') return `${description}, without unit`
  return `${description}, in ${unit === 'Disease occurrence' ? 'disease occurrences' : unit}`
}

/** `gwp`, `adp`, `pe` and the others, in their canonical order. */
export const CRITERION_CODES = Object.keys(CRITERIA) as readonly Criterion[]

/** The index of each criterion in that order. */
export const CRITERION_INDEX = Object.fromEntries(CRITERION_CODES.map((code, index) => [code, index])) as Readonly<
  Record<Criterion, number>
>

/** The criteria of a request that names none. */
export const DEFAULT_CRITERIA: readonly Criterion[] = ['gwp', 'adp', 'pe']
