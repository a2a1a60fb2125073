import type { Criterion } from '../../generated/explorer-operations.ts'
import { Legend } from '../charts/chart.tsx'
import { RangesPicture } from '../charts/ranges-picture.tsx'
import { type SubjectResult, shownTotal } from './subject-result.ts'

interface Props {
  readonly results: readonly Pick<SubjectResult, 'name' | 'impacts'>[]
  readonly criterion: Criterion
  readonly title: string
  readonly unit: string
}

/** Things by name, the lowest first. */
export default function RankingPicture({ results, criterion, title, unit }: Props) {
  const rows = results
    .map((result) => ({
      name: result.name,
      impact: result.impacts.find((each) => each.criterion === criterion),
      size: shownTotal(result, criterion)?.exact ?? Number.POSITIVE_INFINITY,
    }))
    .toSorted((one, other) => one.size - other.size)
  return (
    <>
      <Legend hasBuilding={rows.some(({ impact }) => impact?.building)} />
      <RangesPicture title={rows.length > 1 ? `${title}, the lowest first` : title} unit={unit} rows={rows} />
    </>
  )
}
