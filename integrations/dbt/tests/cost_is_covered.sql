-- Months in which too small a share of the cost has figures.
select *
from {{ ref('impact_by_month') }}
where coverage < {{ var('impactql_least_coverage') }}
