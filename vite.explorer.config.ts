import { defineConfig, type Plugin } from 'vite'
import { readSources } from './src/server/pages/sources-page.ts'

/** The titles of the sources of the tables by address, as a module of the page; the publisher of several at one. */
function sourceTitles(): Plugin {
  const name = 'virtual:source-titles'
  return {
    name,
    resolveId: (id) => (id === name ? name : undefined),
    load: (id) => {
      if (id !== name) return undefined
      const titled = readSources().filter(({ url, title }) => url !== '' && !title.includes('://'))
      const byUrl = Map.groupBy(titled, ({ url }) => url)
      const titles = [...byUrl].map(([url, [first, ...others]]) => [
        url,
        others.length > 0 ? first?.publisher : first?.title,
      ])
      return `export default ${JSON.stringify(Object.fromEntries(titles))}`
    },
  }
}

/** Builds the explorer, served at /explorer: `npm run build:explorer`. */
export default defineConfig({
  root: 'src/explorer',
  base: '/explorer/',
  publicDir: false,
  plugins: [sourceTitles()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/explorer',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file of its own, so that the page needs no more than `default-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // Pages outside the explorer find their scripts by it.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: {
        explorer: 'src/explorer/index.html',
        home: 'src/explorer/home/home.tsx',
        guide: 'src/explorer/guide/guide.ts',
      },
    },
  },
  // For work on the page: `vite -c vite.explorer.config.ts` beside a running service.
  server: { proxy: { '/graphql': 'http://127.0.0.1:4000', '/v1': 'http://127.0.0.1:4000' } },
  logLevel: 'warn',
})
