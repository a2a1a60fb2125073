import type { GraphqlOptions } from '../graphql/graphql-options.ts'
import { createGraphqlService, type GraphqlService } from '../graphql/graphql-service.ts'
import { contentSecurityPolicy, noEditorPage, type Page } from '../pages/site-page.ts'
import type { Config } from '../settings/config.ts'
import type { World } from '../world.ts'
import { Answer, AnswerCache, PackedAnswer } from './answer.ts'

/** A world with its caches, which are replaced together. */
export interface Runtime {
  readonly world: World
  readonly graphql: GraphqlService
  /** Undefined if caching is off. */
  readonly answers: AnswerCache | undefined
  /** The answer with a page; undefined if the path has none. */
  readonly page: (path: string) => Promise<PackedAnswer> | undefined
  /** The page for browsers at unknown paths. */
  readonly notFoundPage: () => Promise<Page>
  /** The page for browsers at /graphql. */
  readonly graphqlPage: () => Promise<PackedAnswer>
}

/** A page without its own policy may load nothing. */
const STRICT_POLICY = contentSecurityPolicy()

/** Browsers revalidate a page after a while; it has usually not changed. */
const PAGE_CACHING = { 'cache-control': 'public, max-age=300, must-revalidate' }

/** Observers of operations. */
type GraphqlReports = Required<Pick<GraphqlOptions, 'report' | 'observe'>>

/** Puts a world into service. Until the next reload, all requests are answered from it. */
export function createRuntime(config: Config, world: World, reports: GraphqlReports): Runtime {
  const { schema, createContext, errands = {}, trustedDocuments, threadWorld } = world
  const own = { schema, createContext, errands, trustedDocuments, threadWorld }
  const graphql = createGraphqlService({ config, ...own, ...reports })
  const graphqlPage = () => (config.graphiql ? editorPage() : noEditorPage)
  const prepared = new Map<string, Promise<PackedAnswer>>()
  const prepare = (path: string, make: () => Page | Promise<Page>): Promise<PackedAnswer> => {
    const known = prepared.get(path)
    if (known !== undefined) return known
    const answer = Promise.resolve().then(make).then(packed)
    prepared.set(path, answer)
    // A failed page is tried again next time.
    answer.catch(() => prepared.delete(path))
    return answer
  }
  return {
    world,
    graphql,
    answers: config.answerCacheBytes > 0 ? new AnswerCache(config.answerCacheBytes) : undefined,
    page: (path) => {
      const make = world.pages.get(path)
      return make === undefined ? undefined : prepare(path, make)
    },
    notFoundPage: async () => (await import('../pages/site-page.ts')).notFoundPage(config.graphiql),
    graphqlPage: () => prepare('/graphql', graphqlPage),
  }
}

/** The page with the editor, made in a thread that ends: making it takes 120 MB, and 50 MB would stay. */
async function editorPage(): Promise<Page> {
  const { Piscina } = await import('piscina')
  const filename = new URL('../pages/graphiql-page.ts', import.meta.url).href
  const pool = new Piscina<undefined, Page & { readonly body: Uint8Array<ArrayBuffer> }>({
    filename,
    name: 'graphiqlPage',
    minThreads: 0,
    maxThreads: 1,
  })
  try {
    const page = await pool.run(undefined)
    return { ...page, body: Buffer.from(page.body.buffer) }
  } finally {
    await pool.destroy()
  }
}

function packed({ contentType, body, contentSecurityPolicy = STRICT_POLICY }: Page): Promise<PackedAnswer> {
  const headers = { ...PAGE_CACHING, 'content-security-policy': contentSecurityPolicy }
  return PackedAnswer.of(new Answer({ status: 200, contentType, body, headers, repeatable: true }))
}
