import { copyText } from '../copy/copy-text.ts'

/**
 * Makes tabs of the sections within an element, after the tabs pattern of the ARIA Authoring Practices: arrows move,
 * one is shown. Each text of a program has a button that copies it.
 */
export function makeTabs(element: HTMLElement): void {
  const panels = [...element.querySelectorAll<HTMLElement>(':scope > section')]
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Interfaces for programs')
  const tabs = panels.map((panel, index) => {
    const heading = panel.querySelector('h3')
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.id = `${panel.id}-tab`
    tab.textContent = heading?.textContent ?? ''
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    tab.addEventListener('click', () => choose(index))
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    heading?.remove()
    return tab
  })
  const choose = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === chosen))
      tab.tabIndex = index === chosen ? 0 : -1
      const panel = panels[index]
      if (panel) panel.hidden = index !== chosen
    }
  }
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (tabs.indexOf(document.activeElement as HTMLButtonElement) + step + tabs.length) % tabs.length
    choose(next)
    tabs[next]?.focus()
  })
  list.append(...tabs)
  element.prepend(list)
  choose(0)
  for (const figure of element.querySelectorAll<HTMLElement>('figure.copied')) addCopyButton(figure)
}

function addCopyButton(figure: HTMLElement): void {
  const caption = figure.querySelector('figcaption')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${caption?.textContent ?? ''}`)
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    const isCopied = await copyText(figure.querySelector('pre')?.textContent ?? '')
    said.textContent = isCopied ? 'Copied' : 'Select the text instead'
    setTimeout(() => {
      said.textContent = ''
    }, 2500)
  })
  caption?.append(said, button)
}
