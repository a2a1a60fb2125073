import type { Page } from './page.ts'

/** What browsers get at /graphql where its editor is switched off. */
export const noEditorPage: Page = {
  contentType: 'text/plain; charset=utf-8',
  body: `This is the GraphQL API of impactql. Its query editor is switched off here; programs can use the API all the same:

  curl -H 'content-type: application/json' -d '{"query": "{ dataRelease { id } }"}' <this address>

The page at / lists what there is, and shows a first query.
`,
}
