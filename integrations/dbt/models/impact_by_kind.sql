-- Carbon footprint (kg CO2 eq.) and electricity (kWh) of what is billed, largest first.
select
  impact_provider,
  impact_region,
  impact_class,
  impact_name,
  count(*) as line_count,
  sum(impact_units) as units,
  sum(gwp_embedded) as gwp_embedded,
  sum(gwp_use) as gwp_use,
  sum(gwp_total) as gwp_total,
  sum(energy_kwh) as energy_kwh
from {{ source('impactql', 'impact_lines') }}
where impact_reason = ''
group by impact_provider, impact_region, impact_class, impact_name
order by gwp_total desc
