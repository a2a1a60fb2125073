import { render } from 'preact'
import { Explorer } from './explorer.tsx'

const root = document.getElementById('explorer')
if (root !== null) {
  root.replaceChildren()
  render(<Explorer />, root)
}
