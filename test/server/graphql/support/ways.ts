import type { TestService } from '../../http/support/test-service.ts'

/** Both ways to /graphql: the usual request, and one that takes the way for anything unusual. */
export const WAYS = [
  ['directly', (service: TestService, request: unknown) => service.graphql(request)],
  [
    'through Yoga',
    (service: TestService, request: unknown) =>
      service.graphql(request, { 'content-type': 'application/graphql+json' }),
  ],
] as const
