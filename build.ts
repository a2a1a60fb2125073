/**
 * Builds the two packages: `npm run build`.
 *
 * - dist/impactql-core: the library. Each module of src stays a file of lib/, so that bundlers take only what they
 *   need.
 * - dist/impactql: the command and the service, bundled with the library. The 230 files of the core would take longer
 *   to load than a short command runs.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { readTableFolders } from './src/catalogue/tables/table-folder.ts'
import { completionScript } from './src/cli/commands/completion.ts'
import { manPage } from './src/cli/commands/man.ts'
import { createProgram } from './src/cli/run-cli.ts'

const ROOT = dirname(fileURLToPath(import.meta.url))
const CORE = 'dist/impactql-core'
const SERVICE = 'dist/impactql'

/** Node.js 20 and browsers of 2023 run the core; below, what runs the service. */
const CORE_TARGET = 'es2022'
const SERVICE_TARGET = 'node22.18'

/** Files outside src that the service reads, at the same place as in a clone. */
const SERVICE_FILES = [
  'bin/*.js',
  'data/**/*.{csv,md}',
  'docs/*.md',
  'examples/**/*.*',
  'schema/schema.graphql',
  'src/**/*.{css,svg}',
  'src/server/**/*.js',
  'dist/explorer/**/*',
]

/** Completions by shell, under the names that packagers of Linux install. */
const COMPLETIONS = [
  ['bash', 'impactql'],
  ['zsh', '_impactql'],
  ['fish', 'impactql.fish'],
] as const

/** Matches `new URL('./thread.ts', import.meta.url)` and `createRequire(import.meta.url)('./late.ts')`. */
const ADDRESS = /(new URL\(\s*'|createRequire\(import\.meta\.url\)\(')(\.{1,2}\/[^']+)\.ts'/g

const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string
  readonly description: string
  readonly homepage: string
  readonly imports: Record<string, unknown>
  readonly dependencies: Record<string, string>
} & Record<string, unknown>

/** Fields of package.json that both packages share. */
const COMMON = Object.fromEntries(
  ['license', 'repository', 'homepage', 'bugs'].flatMap((key) => (key in own ? [[key, own[key]]] : [])),
)

for (const folder of [CORE, SERVICE]) rmSync(folder, { recursive: true, force: true })
await buildCore()
await buildService()

/** Builds the library. */
async function buildCore(): Promise<void> {
  const bundle = await rolldown({
    input: ['src/library/index.ts', 'src/catalogue/tables/load-packaged-releases.ts'],
    external: isPackage,
    platform: 'neutral',
    transform: { target: CORE_TARGET },
  })
  const { output } = await bundle.write({
    dir: `${CORE}/lib`,
    preserveModules: true,
    preserveModulesRoot: resolve('src'),
    entryFileNames: '[name].js',
  })
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  const { base, overlays } = readTableFolders()
  // Paths of the building machine must not be published.
  const [shipped, ...later] = [base, ...overlays].map(({ name, files }) => ({ path: name, name, files }))
  const tables = gzipSync(JSON.stringify({ base: shipped, overlays: later }), { level: 9 })
  const library = 'lib/library/index'
  write(`${CORE}/tables.json.gz`, tables)
  write(
    `${CORE}/tables.js`,
    "export { loadPackagedReleases as loadReleases } from './lib/catalogue/tables/load-packaged-releases.js'\n",
  )
  write(
    `${CORE}/inline-tables.js`,
    `export const tables = Uint8Array.from(atob('${tables.toString('base64')}'), (byte) => byte.charCodeAt(0))\n`,
  )
  write(
    `${CORE}/inline-tables.d.ts`,
    '/** All tables, compressed: `new Releases(await fetchReleases(tables))`. */\nexport declare const tables: Uint8Array<ArrayBuffer>\n',
  )
  writeDeclarations()
  copy(['LICENSE'], CORE)
  const pages = `${own.homepage.replace(/#.*/, '')}/blob/main/docs/`
  write(`${CORE}/README.md`, readFileSync('docs/library.md', 'utf8').replace(/\]\((?=[\w./-]+\.md)/g, `](${pages}`))
  writeJson(`${CORE}/package.json`, {
    name: 'impactql-core',
    version: own.version,
    description: 'Environmental impacts of servers, cloud instances, laptops and fleets, computed in your own process',
    keywords: ['carbon-footprint', 'lca', 'green-it', 'environmental-impact', 'cloud', 'sustainability', 'boavizta'],
    ...COMMON,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    imports: own.imports,
    exports: {
      '.': { types: './index.d.ts', default: `./${library}.js` },
      './tables': { types: './tables.d.ts', default: './tables.js' },
      './inline-tables': { types: './inline-tables.d.ts', default: './inline-tables.js' },
      './tables.json.gz': './tables.json.gz',
      './package.json': './package.json',
    },
    dependencies: rangesOf(packagesIn(chunks)),
  })
}

/** codegen.ts writes the declarations of the core to one file; each entry re-exports its names from it. */
function writeDeclarations(): void {
  const declarations = readFileSync('src/generated/impactql-core.d.ts', 'utf8')
  const names = (/\nexport \{ ([^}]+) \};\s*$/.exec(declarations)?.[1] ?? '').split(', ')
  const ofTables = names.filter((name) => / as loadReleases$/.test(name))
  const ofLibrary = names.filter((name) => !ofTables.includes(name))
  if (ofTables.length === 0 || ofLibrary.length < 2) throw new Error('src/generated/impactql-core.d.ts has no exports')
  write(`${CORE}/impactql-core.d.ts`, declarations)
  write(`${CORE}/index.d.ts`, `export { ${ofLibrary.join(', ')} } from './impactql-core.js'\n`)
  write(`${CORE}/tables.d.ts`, "export { loadReleases } from './impactql-core.js'\n")
}

/** Builds the command and the service. */
async function buildService(): Promise<void> {
  const started = startedModules()
  const bundle = await rolldown({
    input: Object.fromEntries(
      ['src/cli/main.ts', 'src/server/main.ts', ...started].map((path) => [path.replace(/\.ts$/, ''), path]),
    ),
    external: isPackage,
    platform: 'node',
    transform: { target: SERVICE_TARGET },
    plugins: [placesOfModules()],
  })
  const { output } = await bundle.write({
    dir: SERVICE,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  })
  copy(globSync(SERVICE_FILES), SERVICE)
  copy(['LICENSE', 'README.md', 'CHANGELOG.md'], SERVICE)
  const program = createProgram()
  write(`${SERVICE}/man/impactql.1`, manPage(program))
  for (const [shell, file] of COMPLETIONS)
    write(`${SERVICE}/completions/${file}`, await completionScript(program, shell))
  for (const file of ['index.js', 'index.d.ts']) write(`${SERVICE}/${file}`, "export * from 'impactql-core'\n")
  const packages = Object.fromEntries(
    packagesIn(output.filter((file): file is OutputChunk => file.type === 'chunk')).map((name) => [
      name,
      own.dependencies[name],
    ]),
  )
  writeJson(`${SERVICE}/package.json`, {
    name: 'impactql',
    version: own.version,
    description: own.description,
    keywords: ['carbon-footprint', 'lca', 'green-it', 'environmental-impact', 'graphql', 'cli', 'boavizta'],
    ...COMMON,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.18' },
    bin: { impactql: 'bin/impactql.js' },
    man: ['./man/impactql.1'],
    imports: own.imports,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './schema.graphql': './schema/schema.graphql',
      './package.json': './package.json',
    },
    dependencies: { 'impactql-core': own.version, ...packages },
  })
}

/** Modules loaded by address: threads, processes, and modules loaded on demand. */
function startedModules(): readonly string[] {
  const named = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ADDRESS)].map(([, , path]) => resolve(dirname(file), `${path}.ts`)),
  )
  // A comment may name one of another folder.
  return named.filter((file) => existsSync(file)).map((file) => relative(ROOT, file))
}

/** Makes `import.meta.url` of a bundled module that of its source, so that it finds files as in a clone. */
function placesOfModules(): Plugin {
  return {
    name: 'places-of-modules',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      const place = relative(ROOT, id).replace(/\.ts$/, '.js')
      return code.replace(ADDRESS, "$1$2.js'").replaceAll('import.meta.url', `urlInPackage('${place}')`)
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('urlInPackage(')) return null
      const root = relative(dirname(fileName), '.') || '.'
      return `const urlInPackage = (path) => new URL(\`${root}/\${path}\`, import.meta.url).href\n${code}`
    },
  }
}

function isPackage(id: string): boolean {
  return /^[^./]/.test(id)
}

/** The packages that chunks import or require, without Node.js modules. */
function packagesIn(chunks: readonly OutputChunk[]): readonly string[] {
  const required = chunks.flatMap(({ code }) => [...code.matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)])
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const names = [...imported, ...required.map(([, name = '']) => name)].flatMap((id) => {
    const aliased = own.imports[id] === undefined ? id : Object.values(own.imports[id] as object)[0]
    const [name] = /^(@[^/]+\/)?[^./@][^/]*/.exec(aliased) ?? []
    return name === undefined || name.startsWith('node:') || name.startsWith('chunks') ? [] : [name]
  })
  return [...new Set(names)].filter((name) => name in own.dependencies).toSorted()
}

/** Versions as caret ranges, since users of a library have other packages too. */
function rangesOf(packages: readonly string[]): Record<string, string> {
  return Object.fromEntries(packages.map((name) => [name, `^${own.dependencies[name]}`]))
}

function copy(files: readonly string[], folder: string): void {
  for (const file of files) cpSync(file, `${folder}/${file}`, { recursive: true })
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function writeJson(file: string, value: object): void {
  write(file, `${JSON.stringify(value, null, 2)}\n`)
}
