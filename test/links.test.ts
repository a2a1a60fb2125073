import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MarkedToken, marked, type Token, walkTokens } from 'marked'
import { expect, test } from 'vitest'

const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'examples/*.md', 'data/**/*.md'])

/** Where a document links to in this project, and the names of its headings as links spell them. */
function read(document: string): { readonly links: readonly string[]; readonly anchors: readonly string[] } {
  const links: string[] = []
  const anchors: string[] = []
  walkTokens(marked.lexer(readFileSync(document, 'utf8')), (token: Token) => {
    const known = token as MarkedToken
    if ((known.type === 'link' || known.type === 'image') && !/^\w+:/.test(known.href)) links.push(known.href)
    if (known.type === 'heading') anchors.push(anchorOf(known.text))
  })
  return { links, anchors }
}

/** As GitHub names a heading: `## 1. Figures & bounds` is `1-figures--bounds`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

test.each(DOCUMENTS)('every link of %s leads somewhere', (document) => {
  const broken = read(document).links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    return !existsSync(target) || (anchor !== undefined && !read(target).anchors.includes(anchor))
  })
  expect(broken).toEqual([])
})

test('every page is linked from the index', () => {
  const { links } = read('docs/README.md')
  const pages = globSync('*.md', { cwd: 'docs' }).filter((page) => page !== 'README.md')
  expect(pages.filter((page) => !links.some((link) => link.split('#')[0] === page))).toEqual([])
})
