-- Lines with neither: nobody knows why they lack figures.
select *
from {{ source('impactql', 'impact_lines') }}
where coalesce(impact_reason, '') = '' and coalesce(impact_class, '') = ''
