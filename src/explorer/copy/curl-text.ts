import { apiKey } from '../api/api-key.ts'
import type { RestRequest } from './rest-request.ts'

/** A POST of JSON as a command to paste into a shell; an API key that is needed stands in a variable of the shell. */
export function curlText(url: string, body: unknown): string {
  return [
    `curl ${quoted(url)} \\`,
    "  -H 'content-type: application/json' \\",
    ...(apiKey() === undefined ? [] : ['  -H "authorization: Bearer $API_KEY" \\']),
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}

/** A REST request as a command to paste into a shell. */
export function restCurlText(origin: string, { target, body }: RestRequest): string {
  return curlText(`${origin}${target}`, body)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
