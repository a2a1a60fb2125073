-- The sums by group and the sums by line differ: the views are of two bills or of two rate cards.
with
lines as (
  select count(*) as line_count, sum(gwp_total) as gwp_total, sum(energy_kwh) as energy_kwh
  from {{ source('impactql', 'impact_lines') }}
),
sums as (
  select sum(line_count) as line_count, sum(gwp_total) as gwp_total, sum(energy_kwh) as energy_kwh
  from {{ source('impactql', 'impact_sums') }}
)
select *
from lines cross join sums
where lines.line_count <> sums.line_count
  or abs(coalesce(lines.gwp_total, 0) - coalesce(sums.gwp_total, 0)) > 1e-9 * abs(coalesce(lines.gwp_total, 0))
  or abs(coalesce(lines.energy_kwh, 0) - coalesce(sums.energy_kwh, 0)) > 1e-9 * abs(coalesce(lines.energy_kwh, 0))
