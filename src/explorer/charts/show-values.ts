/** Shows the value of a mark of a drawing when it is pointed at, or the first one when the drawing has the focus. */
export async function showValues(event: Event): Promise<void> {
  const drawing = event.currentTarget as SVGSVGElement
  const pointed = event instanceof PointerEvent ? { element: event.target as Element, x: event.clientX } : undefined
  const values = await import('./values.ts').catch(() => undefined)
  values?.watch(drawing, pointed)
}

/** Does so for the drawings that a page has from the service. */
export function watchDrawings(): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>('svg.drawing')) {
    drawing.addEventListener('pointerover', showValues)
    drawing.addEventListener('focus', showValues)
  }
}
