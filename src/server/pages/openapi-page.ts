import { routes } from '../rest/handle-rest.ts'
import { withJobPaths } from '../rest/openapi/job-paths.ts'
import { openapiDocument } from '../rest/openapi/openapi-document.ts'
import { withKnownPaths } from '../rest/openapi/operation-ids.ts'
import { withRatesPath } from '../rest/openapi/rates-path.ts'
import { type Page, type PageOptions, VERSION } from './site-page.ts'

/** The OpenAPI document of /v1 and /v2. */
export function openapiPage({ settings, needsKey }: PageOptions): Page & { readonly body: string } {
  const described = withJobPaths(openapiDocument(routes, { ...settings, version: VERSION, needsKey }), needsKey)
  const all = withKnownPaths(withRatesPath(described, needsKey))
  return { contentType: 'application/json', body: JSON.stringify(all) }
}
