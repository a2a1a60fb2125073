import type { Catalogue } from '../form/catalogue.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { csvText } from './csv-text.ts'
import { download } from './download.ts'
import { figureRows, fileName } from './figures.ts'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly catalogue: Catalogue
}

/** The figures as files. */
export function DownloadButtons({ results, catalogue }: Props) {
  const rows = () => figureRows(results, catalogue, location.href)
  return (
    <div class="downloads">
      <button
        type="button"
        class="quiet"
        onClick={() => download(fileName(results, catalogue, 'csv'), 'text/csv', csvText(rows()))}
      >
        Download CSV
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() =>
          download(fileName(results, catalogue, 'json'), 'application/json', `${JSON.stringify(rows(), null, 2)}\n`)
        }
      >
        Download JSON
      </button>
    </div>
  )
}
