-- Carbon footprint (kg CO2 eq.) and electricity (kWh) of each month, and the share of its cost with figures.
select
  month,
  currency,
  sum(line_count) as line_count,
  sum(assessed_lines) as assessed_lines,
  sum(excluded_lines) as excluded_lines,
  sum(unknown_lines) as unknown_lines,
  sum(lines_without_factor) as lines_without_factor,
  sum(cost) as cost,
  sum(assessed_cost) as assessed_cost,
  sum(assessed_cost) / nullif(sum(cost), 0) as coverage,
  sum(gwp_total) as gwp_total,
  sum(energy_kwh) as energy_kwh
from {{ source('impactql', 'impact_sums') }}
group by month, currency
