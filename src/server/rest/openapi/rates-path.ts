import { EXAMPLE_RELEASE } from '../../../input/rest/v2-body.ts'
import { bytes, message, parameter, RESULT_TYPES, released, response } from './job-paths.ts'

/** Adds the path of rate cards, which are files, to the OpenAPI document. */
export function withRatesPath<Document extends { readonly paths?: unknown }>(
  document: Document,
  needsKey: boolean,
): Document {
  return { ...document, paths: { ...(document.paths as object), '/v2/rates': { get: readRates(needsKey) } } }
}

const text = { type: 'string' }
const ofQuery = (name: string, description: string, schema: object, example: string | number, required = false) => {
  return { name, in: 'query', description, required, schema, example }
}

function readRates(needsKey: boolean) {
  return {
    operationId: 'readRates',
    tags: ['v2'],
    summary: 'Impacts per billed unit, by region',
    parameters: [
      ofQuery('provider', 'Id of the provider', text, 'aws', true),
      ofQuery(
        'region',
        'Region of the provider, or `REGION_UNKNOWN` for the mean of its regions',
        text,
        'eu-west-3',
        true,
      ),
      parameter('criteria'),
      ofQuery(
        'boundary',
        'System boundary',
        { ...text, enum: ['EQUIPMENT', 'DATA_CENTRE'], default: 'DATA_CENTRE' },
        'DATA_CENTRE',
      ),
      ofQuery(
        'timeWorkload',
        'Load of machines in percent',
        { type: 'integer', minimum: 0, maximum: 100, default: 50 },
        50,
      ),
      { ...ofQuery('load', 'Use timeWorkload', { type: 'integer', minimum: 0, maximum: 100 }, 50), deprecated: true },
      ofQuery('release', 'Data release. Default: that of /graphql', text, EXAMPLE_RELEASE),
      ofQuery(
        'format',
        'Format of the file. Default: by `Accept`',
        { ...text, enum: ['csv', 'json', 'parquet'] },
        'csv',
      ),
      ofQuery(
        'fingerprint',
        'Fingerprint of an earlier card, from its column `fingerprint`. The answer is exactly that card, or 404. Caches can keep it for a year',
        { ...text, pattern: '^[0-9a-f]{12}$' },
        '0123456789ab',
      ),
      { name: 'Range', in: 'header', description: 'Requested bytes of Parquet', schema: text, example: 'bytes=0-' },
    ],
    responses: {
      200: {
        description:
          'A row for each billed item: provider, region, class, name, detail, unit, location, figures of one unit (`gwp_total`, ...), energy_kwh, quality, warnings (codes), fault, release, fingerprint',
        headers: { ...released, ETag: { $ref: '#/components/headers/ETag' } },
        content: bytes(RESULT_TYPES),
      },
      206: { description: 'The requested bytes of Parquet', headers: released, content: bytes(RESULT_TYPES.slice(-1)) },
      304: { description: 'The client already has this card' },
      400: response('UnknownParameter'),
      ...(needsKey && { 401: response('Unauthenticated') }),
      404: response('UnknownName'),
      405: response('MethodNotAllowed'),
      406: message('The service has no content type that the request accepts'),
      412: message('The card is not the one that `If-Match` names'),
      416: message('The card has no such bytes'),
      422: response('BadInput'),
      429: response('TooManyRequests'),
      503: response('Busy'),
    },
  }
}
