import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { checkInput } from '../../../src/input/check-input.ts'
import { ComponentInput, ConsumptionProfileInput } from '../../../src/input/component-input.ts'
import { CloudInstanceInput, IotDeviceInput, ServerInput, TerminalInput } from '../../../src/input/device-input.ts'
import { FaultError } from '../../../src/input/fault.ts'
import { readRest } from '../../../src/input/rest/read-rest.ts'
import {
  CloudInstanceBody,
  ConsumptionProfileBody,
  IotDeviceBody,
  ServerBody,
  TERMINAL_BODIES,
} from '../../../src/input/rest/rest-body.ts'
import { COMPONENTS, type ComponentName } from '../../../src/kinds.ts'
import { COMPONENT_BODIES } from '../../../src/server/rest/impact-routes.ts'
import { anyCloudInstance, anyComponent, anyIotDevice, anyServer, anyTerminal } from '../../arbitraries.ts'
import { runs } from '../../runs.ts'
import { hostileRequests } from './hostile-requests.ts'
import { restBodyOf } from './rest-body-of.ts'

/** How a body is read, and the rules of the GraphQL input that it becomes. */
interface Reading {
  readonly body: z.ZodType
  readonly input: z.ZodType
  readonly wrap: (read: object) => object
}

const COMPONENT_NAMES = Object.keys(COMPONENTS) as ComponentName[]

const TERMINAL: Reading = {
  body: TERMINAL_BODIES.laptop,
  input: TerminalInput,
  wrap: (read) => ({ ...read, kind: 'LAPTOP' }),
}

function readingOf(path: string): Reading | undefined {
  const [group, kind = ''] = path.replaceAll('-', '_').split('/').slice(2)
  if (group === 'server') return { body: ServerBody, input: ServerInput, wrap: (read) => read }
  if (group === 'cloud') return { body: CloudInstanceBody, input: CloudInstanceInput, wrap: (read) => read }
  if (group === 'iot') return { body: IotDeviceBody, input: IotDeviceInput, wrap: (read) => read }
  if (group === 'terminal' || group === 'peripheral') return TERMINAL
  if (group === 'consumption_profile') {
    return { body: ConsumptionProfileBody, input: ConsumptionProfileInput, wrap: (read) => read }
  }
  const name = COMPONENT_NAMES.find((each) => COMPONENTS[each].table === kind)
  if (group !== 'component' || name === undefined) return undefined
  return { body: COMPONENT_BODIES[name], input: ComponentInput, wrap: (read) => ({ [name]: read }) }
}

const described = fc.oneof(
  anyServer.map(({ archetype: _, ...server }) => ({ path: '/v1/server', sent: restBodyOf(server) })),
  anyCloudInstance.map((instance) => ({ path: '/v1/cloud/instance', sent: restBodyOf(instance) })),
  anyTerminal.map(({ kind: _, ...terminal }) => ({ path: '/v1/terminal/laptop', sent: restBodyOf(terminal) })),
  anyIotDevice.map(({ archetype: _, ...device }) => ({ path: '/v1/iot/iot_device', sent: restBodyOf(device) })),
  anyComponent.map((component) => {
    const [[name, part]] = Object.entries(component) as [[ComponentName, Record<string, unknown>]]
    return { path: `/v1/component/${COMPONENTS[name].table}`, sent: restBodyOf(part) }
  }),
)

const hostile = hostileRequests
  .filter(({ method, path, body }) => method === 'POST' && body !== undefined && readingOf(path) !== undefined)
  .map(({ path, body }) => ({ path, sent: parsed(body) }))

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** GraphQL hands criteria and kinds of cases to resolvers as the engine writes them. */
function asResolved(value: unknown): unknown {
  const isEnum = (key: string, each: unknown) => key === 'criterion' || each === 'RACK' || each === 'BLADE'
  return JSON.parse(JSON.stringify(value), (key, each) => (isEnum(key, each) ? each.toLowerCase() : each))
}

test('what is read of a REST body passes the rules of GraphQL as it is, so that checking it again is needless', () => {
  let read = 0
  fc.assert(
    fc.property(fc.oneof(described, hostile), ({ path, sent }) => {
      const { body, input, wrap } = readingOf(path) as Reading
      let value: object
      try {
        value = readRest(body, sent, ['body']).value as object
      } catch (error) {
        expect(error).toBeInstanceOf(FaultError)
        return
      }
      read++
      const resolved = asResolved(wrap(value))
      expect(checkInput(input, resolved)).toEqual(resolved)
    }),
    runs(600),
  )
  expect(read).toBeGreaterThan(200)
})
