/** One impact criterion: how it is called, in which unit it is counted, and what a kWh of electricity is counted in. */
export interface CriterionInfo {
  readonly unit: string
  readonly description: string
  readonly electricityUnit: string
}

/**
 * The 24 criteria, in their canonical order. Codes marked PEF follow the European Product Environmental Footprint method
 * (EF 3.0); units of the first three are spelled as in the field's reference system.
 */
export const CRITERIA = {
  gwp: { unit: 'kgCO2eq', description: 'Total climate change', electricityUnit: 'kg CO2eq/kWh' },
  adp: { unit: 'kgSbeq', description: 'Use of minerals and fossil ressources', electricityUnit: 'kg Sbeq/kWh' },
  pe: { unit: 'MJ', description: 'Consumption of primary energy', electricityUnit: 'MJ/kWh' },
  gwppb: { unit: 'kg CO2 eq.', description: 'Climate change, biogenic part (PEF)', electricityUnit: 'kg CO2eq/kWh' },
  gwppf: { unit: 'kg CO2 eq.', description: 'Climate change, fossil part (PEF)', electricityUnit: 'kg CO2eq/kWh' },
  gwpplu: {
    unit: 'kg CO2 eq.',
    description: 'Climate change, part of land use and its change (PEF)',
    electricityUnit: 'kg CO2eq/kWh',
  },
  ir: { unit: 'kg U235 eq.', description: 'Ionising radiation (PEF)', electricityUnit: 'kg U235eq/kWh' },
  lu: { unit: 'No dimension', description: 'Land use (PEF)', electricityUnit: 'No dimension/kWh' },
  odp: { unit: 'kg CFC-11 eq.', description: 'Ozone depletion (PEF)', electricityUnit: 'kg CFC-11eq/kWh' },
  pm: {
    unit: 'Disease occurrence',
    description: 'Particulate matter (PEF)',
    electricityUnit: 'Disease occurrence/kWh',
  },
  pocp: { unit: 'kg NMVOC eq.', description: 'Photochemical ozone formation (PEF)', electricityUnit: 'kg NMVOCeq/kWh' },
  wu: { unit: 'm3 eq.', description: 'Water use (PEF)', electricityUnit: 'm3eq/kWh' },
  mips: { unit: 'kg', description: 'Material input per unit of service', electricityUnit: 'kg/kWh' },
  adpe: { unit: 'kg SB eq.', description: 'Use of minerals and metals (PEF)', electricityUnit: 'kg Sbeq/kWh' },
  adpf: { unit: 'MJ', description: 'Use of fossil resources, nuclear included (PEF)', electricityUnit: 'MJ/kWh' },
  ap: { unit: 'mol H+ eq.', description: 'Acidification (PEF)', electricityUnit: 'mol H+eq/kWh' },
  ctue: { unit: 'CTUe', description: 'Freshwater ecotoxicity (PEF)', electricityUnit: 'CTUe/kWh' },
  ctuh_c: { unit: 'CTUh', description: 'Human toxicity, cancer (PEF)', electricityUnit: 'CTUh/kWh' },
  ctuh_nc: { unit: 'CTUh', description: 'Human toxicity, non-cancer (PEF)', electricityUnit: 'CTUh/kWh' },
  epf: { unit: 'kg P eq.', description: 'Eutrophication of fresh water (PEF)', electricityUnit: 'kg Peq/kWh' },
  epm: { unit: 'kg N eq.', description: 'Eutrophication of the sea (PEF)', electricityUnit: 'kg Neq/kWh' },
  ept: { unit: 'mol N eq.', description: 'Eutrophication of land (PEF)', electricityUnit: 'mol Neq/kWh' },
  fw: { unit: 'm3', description: 'Net use of fresh water', electricityUnit: 'm3/kWh' },
  fe: { unit: 'MJ', description: 'Final energy, in the use phase only', electricityUnit: 'MJ/kWh' },
} as const satisfies Record<string, CriterionInfo>

export type Criterion = keyof typeof CRITERIA

export const CRITERION_CODES = Object.keys(CRITERIA) as readonly Criterion[]

/** What is evaluated when nothing is asked for. */
export const DEFAULT_CRITERIA: readonly Criterion[] = ['gwp', 'adp', 'pe']

/** Final energy of one kWh, in MJ, by definition of the two units. */
export const MJ_PER_KWH = 3.6
