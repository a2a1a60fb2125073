interface Props {
  readonly caption: string
  readonly head: readonly string[]
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[]
}

/** The figures of a picture as a table, behind a fold. */
export function FigureTable({ caption, head, rows }: Props) {
  return (
    <details class="figures">
      <summary>
        As a table<span class="unseen">: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroller" tabIndex={0} aria-label={caption}>
        <table>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {head.map((each, index) => (
                <th key={each} scope="col" class={index === 0 ? '' : 'number'}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells], index) => (
              <tr key={index}>
                <th scope="row">{first}</th>
                {cells.map((each, at) => (
                  <td key={at} class="number">
                    {each}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
