-- Rates that are there twice count a line twice.
select provider, region, class, name
from {{ source('impactql', 'rates') }}
group by provider, region, class, name
having count(*) > 1
