import { routes } from '../rest/handle-rest.ts'
import { withJobPaths } from '../rest/openapi/job-paths.ts'
import { openapiDocument } from '../rest/openapi/openapi-document.ts'
import type { Page } from './page.ts'
import type { PageOptions } from './page-options.ts'
import { VERSION } from './version.ts'

/** The OpenAPI document of /v1 and /v2. */
export function openapiPage({ settings, needsKey }: PageOptions): Page & { readonly body: string } {
  const document = withJobPaths(openapiDocument(routes, { ...settings, version: VERSION, needsKey }), needsKey)
  return { contentType: 'application/json', body: JSON.stringify(document) }
}
