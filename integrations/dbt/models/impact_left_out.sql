-- Lines without figures, by the code of the reason.
select impact_reason, count(*) as line_count
from {{ source('impactql', 'impact_lines') }}
where impact_reason <> ''
group by impact_reason
order by line_count desc
