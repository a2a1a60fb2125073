import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readTableFolders } from './src/tables/table-folder.ts'

/**
 * Builds what the package has: JavaScript and declarations in dist/package, which is laid out as the project is, so that
 * every file finds its neighbours (the tables, pages, operations) where it finds them in a clone.
 */
const OUT = 'dist/package'

rmSync(OUT, { recursive: true, force: true })
const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url))
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

// The compiler follows imports, but not the addresses of files that threads are started with.
for (const file of globSync(`${OUT}/**/*.js`)) {
  const text = readFileSync(file, 'utf8')
  const built = text.replace(/(new URL\(\s*'[^']+)\.ts'/g, "$1.js'")
  if (built !== text) writeFileSync(file, built)
}
for (const file of globSync(['src/**/*', 'schema/**/*'], { withFileTypes: true })) {
  const path = `${file.parentPath}/${file.name}`
  const isLeftOut = /^src\/explorer\//.test(path) || /\.tsx?$/.test(path)
  if (file.isFile() && !isLeftOut) cpSync(path, `${OUT}/${path}`)
}
for (const folder of ['data', 'dist/explorer']) cpSync(folder, `${OUT}/${folder}`, { recursive: true })

// All tables as one file, for where there are no files to read.
const { base, overlays } = readTableFolders()
const [shipped, ...later] = [base, ...overlays].map(({ name: folder, files }) => ({
  path: folder,
  name: folder,
  files,
}))
writeFileSync(`${OUT}/tables.json.gz`, gzipSync(JSON.stringify({ base: shipped, overlays: later }), { level: 9 }))

const { name, version, description, license, imports } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  unknown
>
writeFileSync(
  `${OUT}/package.json`,
  `${JSON.stringify({ name, version, description, license, type: 'module', imports }, null, 2)}\n`,
)
