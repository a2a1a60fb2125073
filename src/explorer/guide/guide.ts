import type { GuideSection } from '../../server/pages/guide-search.ts'
import { watchDrawings } from '../charts/show-values.ts'
import type { SectionFinder } from './find-sections.ts'

/** Sections listed for a query. */
const MOST_FOUND = 12

let finder: Promise<SectionFinder> | undefined

/**
 * Loads the sections and their index once. After a failed request, the next search tries again; browsers remember a
 * module that failed until the page is loaded again.
 */
function sections(): Promise<SectionFinder> {
  finder ??= loadFinder().catch((error) => {
    finder = undefined
    throw error
  })
  return finder
}

async function loadFinder(): Promise<SectionFinder> {
  const [response, { SectionFinder }] = await Promise.all([fetch('/guide/search.json'), import('./find-sections.ts')])
  if (!response.ok) throw new Error(String(response.status))
  return new SectionFinder((await response.json()) as readonly GuideSection[])
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** Searches while the reader types, and opens the first section on Enter. */
function startSearch(form: HTMLFormElement): void {
  const field = form.querySelector('input')
  const status = form.querySelector('output')
  const list = form.querySelector('ol')
  if (field === null || status === null || list === null) return
  const search = async () => {
    const query = field.value
    const found = query.trim() === '' ? [] : (await sections()).find(query, MOST_FOUND)
    if (query !== field.value) return
    status.textContent = query.trim() === '' ? '' : wordsFor(found.length)
    list.replaceChildren(
      ...found.map(({ path, page, title, excerpt }) => {
        const link = element('a', title === page ? title : `${page}: ${title}`)
        link.href = path
        const item = document.createElement('li')
        item.append(link, element('p', excerpt))
        return item
      }),
    )
  }
  const failed = () => {
    status.textContent = 'The search is not available now. Reload the page, or use the list of sections below.'
  }
  field.addEventListener('focus', () => void sections().catch(() => {}))
  field.addEventListener('input', () => void search().catch(failed))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void search()
      .then(() => list.querySelector('a')?.click())
      .catch(failed)
  })
  form.hidden = false
}

function wordsFor(found: number): string {
  if (found === 0) return 'No section has these words.'
  return found === 1 ? '1 section' : `${found === MOST_FOUND ? 'The first ' : ''}${found} sections`
}

/** Shows the rows of a table that have all the words of a field. */
function startFilter(field: HTMLInputElement): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')]
  const status = document.querySelector('output[for="source-filter"]')
  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word))
    const shown = rows.filter(({ hidden }) => !hidden).length
    if (status) status.textContent = `${shown} of ${rows.length} sources`
  }
  field.addEventListener('input', filter)
  field.closest('form')?.addEventListener('submit', (event) => event.preventDefault())
  filter()
}

const form = document.querySelector<HTMLFormElement>('form#guide-search')
if (form !== null) startSearch(form)
const sources = document.querySelector<HTMLInputElement>('input#source-filter')
if (sources?.form) {
  startFilter(sources)
  sources.form.hidden = false
}
watchDrawings()
const calibration = document.querySelector<HTMLElement>('figure:has([data-series])')
if (calibration !== null)
  import('./calibration-picture.tsx').then(({ showCalibration }) => showCalibration(calibration))
// Beside the text, the list of its sections is in nobody's way.
const contents = document.querySelector<HTMLDetailsElement>('details.contents')
if (contents !== null) contents.open = matchMedia('(min-width: 70rem)').matches
