/** The mark whose value is shown, and the one to go on from with arrow keys. */
let shown: Element | undefined
let last: Element | undefined

const watched = new WeakSet<SVGSVGElement>()

const box = document.createElement('div')
box.className = 'value-box'
box.setAttribute('role', 'status')
box.hidden = true
box.addEventListener('pointerleave', hide)
document.body.append(box)
addEventListener('resize', hide)
addEventListener('keydown', ({ key }) => key === 'Escape' && hide())

/**
 * Shows the values of a drawing from now on. The first one is that of the mark that is pointed at, or the first of the
 * drawing if it has the focus by the keyboard.
 */
export function watch(drawing: SVGSVGElement, pointed?: { readonly element: Element; readonly x: number }): void {
  if (!watched.has(drawing)) {
    watched.add(drawing)
    drawing.addEventListener('pointerout', ({ pointerType, relatedTarget }) => {
      // A finger that is lifted leaves the value; the next touch elsewhere takes the focus, and so hides it.
      if (pointerType !== 'touch' && !box.contains(relatedTarget as Node | null)) hide()
    })
    drawing.addEventListener('blur', hide)
    drawing.addEventListener('keydown', onKey)
  }
  if (pointed !== undefined) show(pointed.element.closest('[data-value]') ?? undefined, pointed.x)
  else if (drawing.matches(':focus-visible')) step(drawing, (at) => at)
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function onKey(event: KeyboardEvent): void {
  const next = STEPS[event.key]
  if (next === undefined) return
  event.preventDefault()
  step(event.currentTarget as SVGSVGElement, next)
}

function step(drawing: SVGSVGElement, next: (at: number, count: number) => number): void {
  const marks = [...drawing.querySelectorAll('[data-value]')]
  const at = last === undefined ? -1 : marks.indexOf(last)
  show(marks[Math.min(Math.max(next(at, marks.length), 0), marks.length - 1)])
}

function hide(): void {
  shown?.removeAttribute('data-shown')
  shown = undefined
  box.hidden = true
}

/** Above the mark, or below it at the top of the window; beside the pointer, so that the marks above stay free. */
function show(mark: Element | undefined, x?: number): void {
  if (mark === undefined || mark === shown) return
  hide()
  shown = mark
  last = mark
  mark.setAttribute('data-shown', '')
  box.textContent = mark.getAttribute('data-value')
  box.hidden = false
  const place = (mark.querySelector(':scope > :not(.area)') ?? mark).getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const room = document.documentElement.clientWidth - width - MARGIN
  const start = x === undefined ? place.x + Math.min(place.width / 2, MOST_ALONG) : x + BESIDE
  const left = Math.max(MARGIN, Math.min(start, room))
  const isAbove = place.y > height + MARGIN
  box.style.left = `${left + scrollX}px`
  box.style.top = `${(isAbove ? place.y - height - GAP : place.bottom + GAP) + scrollY}px`
}

/** Pixels to the edge of the window. */
const MARGIN = 8

/** Pixels to the mark: few enough for a pointer to reach the box from there. */
const GAP = 1

/** Pixels along a long mark, and beside the pointer. */
const MOST_ALONG = 160
const BESIDE = 12
