import { REGION_UNKNOWN } from '../importers/billing/region-of.ts'

/** What a rate card is written for. */
export const CARD_SHAPES = ['warehouse', 'opencost', 'schedulers'] as const
export type CardShape = (typeof CARD_SHAPES)[number]

/** Providers as OpenCost calls them; it knows no others. */
const OPENCOST_PROVIDERS = { aws: 'AWS', azure: 'Azure', gcp: 'GCP' }

/**
 * SQL of a card in a shape. OpenCost reads `carbonlookupdata.csv` by position: provider, region, type, kind of asset,
 * then kWh and tonnes of CO2 eq. an hour. It uses `average-region` without a type for machines that it does not find.
 */
export function shapedCard(shape: CardShape, card: string): string {
  if (shape === 'warehouse') return card
  const machines = `(SELECT row_number() OVER () AS place, * FROM (${card})) WHERE class = 'instance'`
  if (shape === 'schedulers')
    return `SELECT provider, region, name AS instance_type, energy_kwh, gwp_embedded, gwp_use, gwp_total, quality, release
      FROM ${machines} AND region <> '${REGION_UNKNOWN}' ORDER BY place`
  const providers = Object.entries(OPENCOST_PROVIDERS).map(([id, name]) => `WHEN '${id}' THEN '${name}'`)
  const known = `${machines} AND provider IN (${Object.keys(OPENCOST_PROVIDERS)
    .map((id) => `'${id}'`)
    .join(', ')}) AND gwp_total IS NOT NULL`
  const columns = (type: string, region: string, figure: (name: string) => string) =>
    `CASE provider ${providers.join(' ')} END AS provider, ${region} AS region, ${type} AS instance_type, 'Node' AS asset_type,
      ${figure('energy_kwh')} AS kwh_per_hour, ${figure('gwp_total')} / 1000 AS tonnes_co2e_per_hour`
  return `SELECT * EXCLUDE (place) FROM (
    SELECT place, ${columns('name', 'region', (name) => name)} FROM ${known} AND region <> '${REGION_UNKNOWN}'
    UNION ALL
    SELECT 1000000000 + min(place) AS place, ${columns(`''`, `'average-region'`, (name) => `fsum(${name}) / count(*)`)}
    FROM ${known} AND region = '${REGION_UNKNOWN}' GROUP BY provider
  ) ORDER BY place`
}
