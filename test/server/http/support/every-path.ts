import { routes } from '../../../../src/server/rest/handle-rest.ts'

/** Media types as clients ask for them. */
export const ACCEPTED = [
  '*/*',
  'application/json',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'application/graphql-response+json',
  'application/problem+json',
  'text/csv',
  'image/png',
]

/** Every address that something is at, and some that nothing is at. */
export const EVERY_PATH = [
  '/graphql',
  '/graphql?query={dataRelease{id}}',
  '/graphql?query={nothing}',
  '/health',
  '/ready',
  '/metrics',
  '/nowhere',
  '/v1/nowhere',
  '/v2/jobs',
  '/v2/rates',
  '/v2/rates?provider=nowhere&region=eu-west-3',
  '/v2/jobs/none',
  '/v2/jobs/none/result',
  '/v2/jobs/none/events',
  ...[
    '/',
    '/methodology',
    '/glossary',
    '/guide',
    '/guide/recipes',
    '/guide/search.json',
    '/sources',
    '/favicon.svg',
    '/schema.graphql',
    '/openapi.json',
    '/docs',
    '/explorer',
  ],
  ...routes.map(({ path }) => path.replace('{provider}', 'aws')),
]
