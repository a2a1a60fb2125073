import { defineConfig } from 'vite'

/** Builds the explorer, served at /explorer: `npm run build:explorer`. */
export default defineConfig({
  root: 'src/explorer',
  base: '/explorer/',
  publicDir: false,
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
