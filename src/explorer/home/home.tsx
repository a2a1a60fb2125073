import { render } from 'preact'
import { watchDrawings } from '../charts/show-values.ts'
import { AskForm } from './ask-form.tsx'
import { makeTabs } from './tabs.ts'

/** What the page at / does: it answers what is asked in its field, and shows one way for programs at a time. */
const root = document.getElementById('ask')
if (root !== null) {
  root.replaceChildren()
  render(<AskForm />, root)
}
const ways = document.getElementById('ways-in')
if (ways !== null) makeTabs(ways)
watchDrawings()
const sample = document.querySelector<HTMLElement>('figure.sample')
if (sample !== null) import('./sample-files.tsx').then(({ addFiles }) => addFiles(sample))
