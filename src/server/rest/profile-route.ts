import { RestConsumptionProfileDocument } from '../../generated/rest-operations.ts'
import { readRest } from '../../input/rest/read-rest.ts'
import { ConsumptionProfileBody, CpuBody } from '../../input/rest/rest-body.ts'
import type { Json } from './json.ts'
import { reshapeParameters } from './reshape/usage.ts'
import type { RestCall, Route } from './route.ts'

/** The power curve of a CPU: {a, b, c, d}. */
export const profileRoute: Route = {
  path: '/v1/consumption_profile/cpu',
  tag: 'consumption_profile',
  gives: 'PowerCurve',
  operations: [
    {
      method: 'GET',
      id: 'findCpuPowerCurve',
      summary: 'Power curve of a CPU, by its name',
      parameters: [
        { name: 'name', description: 'Name of the model', example: 'Xeon Gold 6240R' },
        { name: 'tdp', description: 'Thermal design power, in W', schema: { type: 'number' }, example: 165 },
        { name: 'model_range', description: 'Model range', example: 'Xeon Gold' },
        { name: 'manufacturer', description: 'Maker', example: 'Intel' },
        'release',
      ],
    },
    {
      method: 'POST',
      id: 'fitCpuPowerCurve',
      summary: 'Power curve of a CPU, fitted to measured points',
      parameters: [
        {
          name: 'verbose',
          description: 'Has no effect, because the answer is only the curve',
          schema: { type: 'boolean', default: true },
        },
        'release',
      ],
      body: ConsumptionProfileBody,
    },
  ],
  answer: profileAnswer,
}

async function profileAnswer({ method, query, body, run }: RestCall): Promise<Json> {
  const { value } =
    method === 'POST'
      ? readRest(ConsumptionProfileBody, body(), ['body'])
      : { value: { cpu: readRest(CpuBody, Object.fromEntries(query), ['query']).value } }
  const { consumptionProfile } = await run(RestConsumptionProfileDocument, value as Record<string, never>)
  if (consumptionProfile === null) throw new Error('GraphQL returned neither data nor errors')
  const { a, b, c, d } = consumptionProfile
  return reshapeParameters({ a, b: b ?? 0, c: c ?? 0, d: d ?? 0 })
}
