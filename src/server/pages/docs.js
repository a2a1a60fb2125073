// Loaded by /docs: the header of all pages, tasks with their requests, and the colours of the reader's system.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const template = document.createElement('template')
template.innerHTML = HEADER.replaceAll('https://impactql.example.org', location.origin)
document.body.prepend(template.content)

// What Swagger UI does not tell screen readers: names of parts and fields, levels of headings.
const REGIONS = [
  ['.information-container', 'About the API'],
  ['.scheme-container', 'Server'],
  ['.filter-container', 'Filter'],
]
const nameParts = () => {
  for (const [selector, label] of REGIONS) {
    const region = document.querySelector(selector)
    region?.setAttribute('role', 'region')
    region?.setAttribute('aria-label', label)
  }
  document.getElementById('servers')?.setAttribute('aria-label', 'Server')
  document.querySelector('.operation-filter-input')?.setAttribute('aria-label', 'Filter by tag or path')
  const headings = document.querySelectorAll('h3.opblock-tag, section.models h4')
  for (const heading of headings) heading.setAttribute('aria-level', '2')
}
new MutationObserver(nameParts).observe(document.body, { childList: true, subtree: true })
nameParts()
