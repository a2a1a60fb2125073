/** Headings of a power in kW of all assets of a row, with cells of 6.5 kW. */
export const TOTAL_POWERS: readonly (readonly [heading: string, cell: string])[] = [
  ['Total power (kW)', '6.5'],
  ['Total power (kW)', ' 6.5'],
  ['total_power', '6,5 kW'],
  ['Power: total (kW)', '6.5'],
  ['Power (kW, total)', '6.5'],
  ['Overall power', '6.5 kW'],
  ['Gesamtleistung (kW)', '6,5'],
  ['Puissance totale (kW)', '6.5'],
  ['Potencia total (kW)', '6.5'],
  ['Potenza totale (kW)', '6.5'],
]
