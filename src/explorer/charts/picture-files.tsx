import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { CopyButton } from '../copy/copy-button.tsx'
import { csvText, download } from '../copy/download.ts'
import { PanelOfLinks, pageAddress } from '../copy/page-address.ts'

interface Props {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Downloads of a chart as SVG or PNG, and its figures as CSV. Must be inside the chart's figure element. */
export function PictureFiles({ caption, head, rows }: Props) {
  const release = useContext(ReleaseOfFigures)
  const address = pageAddress(useContext(PanelOfLinks))
  const name = `impactql-${caption
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)}`
  const csv = () => csvText(rows.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at] ?? '']))))
  return (
    <p class="picture-files">
      <span class="note">Download:</span>
      <button
        type="button"
        class="plain"
        aria-label={`SVG: ${caption}`}
        onClick={({ currentTarget }) => download(`${name}.svg`, 'image/svg+xml', svgText(pictureOf(currentTarget)))}
      >
        SVG
      </button>
      <button
        type="button"
        class="plain"
        aria-label={`PNG: ${caption}`}
        onClick={({ currentTarget }) => savePng(`${name}.png`, pictureOf(currentTarget))}
      >
        PNG
      </button>
      <button
        type="button"
        class="plain"
        aria-label={`CSV: ${caption}`}
        onClick={() => download(`${name}.csv`, 'text/csv', csv())}
      >
        CSV
      </button>
      <CopyButton isPlain text={address} about={caption}>
        Link
      </CopyButton>
      <CopyButton isPlain text={citation(caption, release, address)} about={caption}>
        Cite
      </CopyButton>
    </p>
  )
}

/** The data release of the figures on a page; empty if a page has figures of none in particular. */
export const ReleaseOfFigures = createContext('')

/** How to cite a picture: what it shows, by which software and data, where and when. */
function citation(caption: string, release: string, address: string): string {
  const source = release === '' ? 'impactql' : `impactql, data release ${release}`
  return `${caption}. ${source}. ${address} (${new Date().toISOString().slice(0, 10)})`
}

function pictureOf(button: Element): SVGSVGElement {
  return button.closest('figure')?.querySelector('svg') as SVGSVGElement
}

/** Styles copied from the page, since a file has no style sheet. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity'],
  ...['font-family', 'font-size', 'font-weight', 'paint-order', 'text-anchor'],
]
const NAMESPACE = 'http://www.w3.org/2000/svg'

/** A chart as a standalone file, on the page's background. */
function svgText(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement
  const drawn = [picture, ...picture.querySelectorAll('*')]
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(drawn[at] as Element)
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  const paper = document.createElementNS(NAMESPACE, 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--surface'))
  copy.prepend(paper)
  copy.setAttribute('xmlns', NAMESPACE)
  return new XMLSerializer().serializeToString(copy)
}

/** Pixels of the image per pixel of the page. */
const SHARPNESS = 2

async function savePng(name: string, picture: SVGSVGElement): Promise<void> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.clientWidth * SHARPNESS
  canvas.height = picture.clientHeight * SHARPNESS
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob !== null) download(name, 'image/png', blob)
}
