import { ReleaseOfFigures } from '../charts/picture-files.tsx'
import RankingPicture from '../results/ranking-picture.tsx'
import type { Answer } from './fetch-answer.ts'

/** The figures of an answer as a chart. */
export default function AnswerPicture({ results, criterion, title, unit, release }: Answer['chart']) {
  return (
    <ReleaseOfFigures.Provider value={release}>
      <h2 class="unseen">Chart of the answer</h2>
      <RankingPicture results={results} criterion={criterion} title={title} unit={unit} />
    </ReleaseOfFigures.Provider>
  )
}
