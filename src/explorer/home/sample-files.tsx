import { render } from 'preact'
import { FigureTable } from '../charts/chart.tsx'
import { ReleaseOfFigures } from '../charts/picture-files.tsx'

/** Adds the table of a drawing of the service to it, and its downloads. */
export function addFiles(figure: HTMLElement): void {
  const caption = figure.querySelector('figcaption')?.textContent ?? ''
  const rows = [...figure.querySelectorAll<SVGGElement>('[data-name]')].map(({ dataset }) =>
    ['name', 'figure', 'low', 'high'].map((cell) => dataset[cell] ?? ''),
  )
  render(
    <ReleaseOfFigures.Provider value={figure.dataset.release ?? ''}>
      <FigureTable
        caption={`${caption}, in ${figure.dataset.unit}`}
        head={['What', 'Value', 'Likely, low', 'Likely, high']}
        rows={rows}
      />
    </ReleaseOfFigures.Provider>,
    figure.querySelector('.sample-files') ?? figure,
  )
}
