import { render } from 'preact'
import { Editor } from './page.tsx'

const root = document.getElementById('editor')
if (root !== null) {
  root.replaceChildren()
  render(<Editor first={root.dataset.query ?? ''} />, root)
}
