/** A page that is the same for everyone: its bytes, their type, and what it may load. */
export interface Page {
  readonly contentType: string
  readonly body: string | Buffer
  /** The page's content security policy, `frame-ancestors 'none'` included; without one nothing may be loaded. */
  readonly contentSecurityPolicy?: string
}

/** Pages by path (`/docs`), each made at its first request. */
export type Pages = Pick<ReadonlyMap<string, () => Page | Promise<Page>>, 'has' | 'get'>
