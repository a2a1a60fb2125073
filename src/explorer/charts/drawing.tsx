import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'
import { showValues } from './show-values.ts'

interface Props {
  /** The element that gives it its width. */
  readonly element: Ref<HTMLDivElement>
  readonly width: number
  readonly height: number
  readonly title: string
  /** Its content in words. */
  readonly description: string
  readonly isHidden?: boolean
  readonly children: ComponentChildren
}

/**
 * A drawing of a chart. Pointing at one of its marks shows the value; so do arrow keys while the drawing has the focus.
 */
export function Drawing({ element, width, height, title, description, isHidden, children }: Props) {
  const id = useId()
  return (
    <div ref={element} hidden={isHidden}>
      <svg
        class="drawing"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through its values
        tabIndex={0}
        onPointerOver={showValues}
        onFocus={showValues}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {children}
      </svg>
    </div>
  )
}

interface MarkProps {
  /** What it stands for, a line break, and its value. */
  readonly words: string
  /** The area that shows the value, if its children are too small to point at. */
  readonly area?: { readonly x?: number; readonly y: number; readonly width: number; readonly height: number }
  readonly children?: ComponentChildren
}

/** A part of a drawing that has a value. */
export function Mark({ words, area, children }: MarkProps) {
  return (
    <g data-value={words}>
      {area && <rect class="area" x={0} {...area} />}
      {children}
    </g>
  )
}
