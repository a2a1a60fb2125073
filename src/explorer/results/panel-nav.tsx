import { openPanel } from './panel.tsx'

interface Props {
  readonly panels: readonly (readonly [id: string, title: string])[]
}

/** The parts of the results, each one click away. */
export function PanelNav({ panels }: Props) {
  return (
    <nav class="panel-nav" aria-label="Results">
      {panels.map(([id, title]) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault()
            openPanel(id)
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
