interface ComponentInputShape {
  /** Name of the kind in `ComponentInput`. */
  readonly name: string
  /** Attributes that can be said. */
  readonly fields: readonly string[]
  /** Those of them that are whole numbers. */
  readonly whole: readonly string[]
}

/** What can be said of a component, by its kind. */
export const COMPONENT_INPUTS: Readonly<Record<string, ComponentInputShape>> = {
  CPU: {
    name: 'cpu',
    fields: [
      'units',
      'name',
      'manufacturer',
      'family',
      'modelRange',
      'coreUnits',
      'threads',
      'tdp',
      'dieSize',
      'dieSizePerCore',
    ],
    whole: ['units', 'coreUnits', 'threads'],
  },
  GPU: {
    name: 'gpu',
    fields: [
      'units',
      'name',
      'manufacturer',
      'vram',
      'vramDies',
      'vramSurface',
      'gpuSurface',
      'pwbSurface',
      'weight',
      'heatsinkWeight',
      'casingWeight',
      'transportBoat',
      'transportTruck',
      'transportPlane',
    ],
    whole: ['units', 'vramDies'],
  },
  RAM: { name: 'ram', fields: ['units', 'capacity', 'density', 'process', 'manufacturer'], whole: ['units'] },
  SSD: { name: 'ssd', fields: ['units', 'capacity', 'density', 'layers', 'manufacturer'], whole: ['units', 'layers'] },
  HDD: { name: 'hdd', fields: ['units', 'capacity'], whole: ['units'] },
  POWER_SUPPLY: { name: 'powerSupply', fields: ['units', 'unitWeight'], whole: ['units'] },
  CASE: { name: 'case', fields: ['units', 'caseType'], whole: ['units'] },
  MOTHERBOARD: { name: 'motherboard', fields: ['units'], whole: ['units'] },
  ASSEMBLY: { name: 'assembly', fields: ['units'], whole: ['units'] },
}
