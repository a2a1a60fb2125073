import type { Config } from '../config.ts'
import { Answer } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'
import type { ReportError } from './graphql/public-error.ts'
import { createGraphql, type Graphql, type ObserveOperation } from './graphql.ts'
import type { Page } from './page.ts'
import type { Turns } from './turns.ts'
import type { World } from './world.ts'

/** A world and all that is remembered for it. When the world is replaced, everything remembered goes with it. */
export interface Runtime {
  readonly world: World
  readonly graphql: Graphql
  readonly answers: AnswerCache
  /** The answer that shows a page; undefined where there is none of that path. */
  readonly page: (path: string) => Promise<Answer> | undefined
  /** What browsers get at /graphql. */
  readonly graphqlPage: () => Promise<Answer>
}

/** What pages may do that do not say it themselves: nothing. */
const STRICT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page is asked for again after a while, and then mostly found unchanged. */
const PAGE_CACHING = ['cache-control', 'public, max-age=300, must-revalidate'] as const

export function createRuntime(
  config: Config,
  world: World,
  turns: Turns,
  report: ReportError,
  observe: ObserveOperation,
): Runtime {
  const { schema, createContext, trustedDocuments } = world
  const graphql = createGraphql({ config, schema, createContext, trustedDocuments, turns, report }, observe)
  const prepared = new Map<string, Promise<Answer>>()
  const prepare = (path: string, make: () => Page | Promise<Page>): Promise<Answer> => {
    const known = prepared.get(path)
    if (known !== undefined) return known
    const answer = Promise.resolve().then(make).then(pageAnswer)
    prepared.set(path, answer)
    answer.catch(() => prepared.delete(path))
    return answer
  }
  return {
    world,
    graphql,
    answers: new AnswerCache(config.answerCacheBytes),
    page: (path) => {
      const make = world.pages.get(path)
      return make === undefined ? undefined : prepare(path, make)
    },
    graphqlPage: () => prepare('/graphql', graphql.page),
  }
}

function pageAnswer({ contentType, body, contentSecurityPolicy = STRICT_POLICY }: Page): Answer {
  return new Answer({
    status: 200,
    contentType,
    body,
    headers: [...PAGE_CACHING, 'content-security-policy', contentSecurityPolicy],
    repeatable: true,
  })
}
