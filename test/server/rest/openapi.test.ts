import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { routes } from '../../../src/server/rest/handle-rest.ts'
import { withJobPaths } from '../../../src/server/rest/openapi/job-paths.ts'
import { openapiDocument } from '../../../src/server/rest/openapi/openapi-document.ts'
import { withKnownPaths } from '../../../src/server/rest/openapi/operation-ids.ts'
import { withRatesPath } from '../../../src/server/rest/openapi/rates-path.ts'
import { type Data, releases, world } from '../../world.ts'
import { rest } from './ask-rest.ts'

const SETTINGS = { ...world, version: '1.2.3', needsKey: false }
const document: Data = JSON.parse(JSON.stringify(openapiDocument(routes, SETTINGS)))

/** The same with jobs and rates. */
const whole: Data = JSON.parse(JSON.stringify(withRatesPath(withJobPaths(document, false), false)))

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(document, 'openapi.json')

/** The check of a schema of the document. */
function check(name: string): ValidateFunction {
  return ajv.getSchema(`openapi.json#/components/schemas/${name}`) ?? expect.fail(`no schema ${name}`)
}

function expectFits(name: string, value: unknown, of: string): void {
  const validate = check(name)
  expect(validate(value), `${of}: ${ajv.errorsText(validate.errors)}`).toBe(true)
}

interface DescribedOperation {
  readonly id: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly raw: Data
  readonly gives: string
}

const operations: readonly DescribedOperation[] = Object.entries<Data>(document.paths).flatMap(([path, item]) =>
  Object.entries<Data>(item).map(([method, raw]) => ({
    id: raw.operationId,
    path,
    method: method.toUpperCase() as 'GET' | 'POST',
    raw,
    gives: raw.responses[200].content['application/json'].schema.$ref.split('/').at(-1),
  })),
)

function parametersOf({ raw }: DescribedOperation): readonly Data[] {
  return (raw.parameters ?? []).map((each: Data) =>
    each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)] : each,
  )
}

/** The address of an operation, with the example of each of its parameters. */
function exampleTarget(operation: DescribedOperation): string {
  const query = new URLSearchParams()
  let { path } = operation
  for (const { name, in: place, example } of parametersOf(operation)) {
    if (place === 'path') path = path.replace(`{${name}}`, example)
    else for (const each of [example].flat()) if (each !== undefined) query.append(name, String(each))
  }
  return `${path}?${query}`
}

function bodyIdOf({ raw }: DescribedOperation): string | undefined {
  return raw.requestBody?.content['application/json'].schema.$ref.split('/').at(-1)
}

function examplesOf({ raw }: DescribedOperation): readonly [string, Data][] {
  return Object.entries<Data>(raw.requestBody?.content['application/json'].examples ?? {})
}

const hasExamples = (operation: DescribedOperation) =>
  parametersOf(operation).every(({ required, example }) => !required || example !== undefined)

describe('the document', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('refers to nothing that is not there', () => {
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<Data>((at, key) => at?.[key], document)
      expect(target, pointer).toBeDefined()
    }
  })

  test('has every route with each of its methods', () => {
    const described = operations.map(({ path, method }) => `${method} ${path}`).sort()
    const routed = routes.flatMap(({ path, operations }) => operations.map(({ method }) => `${method} ${path}`)).sort()
    expect(described).toEqual(routed)
  })

  test('names every operation once, by a verb and what it is about', () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids.filter((each) => !/_v1_\w+_(get|post)$/.test(each)))
      expect(id).toMatch(/^(evaluate|list|get|find|fit|complete|explain|sample|compare)[A-Z][A-Za-z]+$/)
  })

  test.each([
    ['GET', '/v1/server/', 'server_impact_from_model_v1_server__get'],
    ['POST', '/v1/server/', 'server_impact_from_configuration_v1_server__post'],
    ['GET', '/v1/server/archetype_config', 'get_archetype_config_v1_server_archetype_config_get'],
    ['POST', '/v1/cloud/instance', 'instance_cloud_impact_from_configuration_v1_cloud_instance_post'],
    ['GET', '/v1/cloud/instance/all_instances', 'server_get_all_archetype_name_v1_cloud_instance_all_instances_get'],
    ['POST', '/v1/terminal/vr_headset', 'vr_headset_impact_from_configuration_v1_terminal_vr_headset_post'],
    [
      'GET',
      '/v1/peripheral/usb_stick/archetype_config',
      'usb_stick_get_archetype_config_v1_peripheral_usb_stick_archetype_config_get',
    ],
    ['GET', '/v1/component/cpu/archetype', 'cpu_all_archetype_name_v1_component_cpu_archetype_get'],
    ['POST', '/v1/component/hdd', 'hdd_disk_impact_bottom_up_from_configuration_v1_component_hdd_post'],
    ['GET', '/v1/iot/iot_device/archetypes', 'iot_device_get_all_archetype_name_v1_iot_iot_device_archetypes_get'],
    ['POST', '/v1/consumption_profile/cpu', 'cpu_consumption_profile_v1_consumption_profile_cpu_post'],
    ['GET', '/v1/utils/name_to_gpu', 'utils_name_to_gpu_v1_utils_name_to_gpu_get'],
    ['GET', '/', 'welcome_page__get'],
  ] as const)('names %s %s as clients know it: %s', (method, path, id) => {
    const { paths }: Data = withKnownPaths(document)
    expect(paths[path][method.toLowerCase()].operationId).toBe(id)
  })

  test('names the schemas of bodies as clients know them', () => {
    const ids = operations.flatMap((each) => (each.path.startsWith('/v1') ? (bodyIdOf(each) ?? []) : []))
    expect(ids).toEqual(
      expect.arrayContaining([
        ...['Assembly', 'CPU', 'Case', 'Disk', 'GPU', 'Motherboard', 'PowerSupply', 'RAM'],
        ...['Box', 'Desktop', 'Laptop', 'Smartphone', 'Tablet', 'Television', 'VrHeadset'],
        ...['ExternalHDD', 'ExternalSSD', 'Monitor', 'UsbStick', 'VrController'],
        ...['Cloud', 'ConsumptionProfileCPU', 'IoT', 'Server'],
      ]),
    )
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        ...['ConfigurationServer', 'ElecFactors', 'FunctionalBlock', 'HTTPValidationError', 'ModelServer', 'Usage'],
        ...['UsageCloud', 'UsageServer', 'ValidationError', 'WorkloadPower', 'WorkloadTime'],
      ]),
    )
  })

  test.each(['ssd', 'hdd'])('takes a drive of a server for one %s, its type included', async (kind) => {
    const { status, json } = await rest(`/v1/component/${kind}`, { type: kind, units: 2, capacity: 960 })
    expect(status).toBe(200)
    expect(json).toEqual((await rest(`/v1/component/${kind}`, { units: 2, capacity: 960 })).json)
  })

  test('has one data release in all its examples, the newest, besides the one that /v1 answers from', () => {
    const text = JSON.stringify(document, (key, value) => (key === 'enum' ? undefined : value))
    const named = text.match(/\b(20\d\d\.\d\d|boavizta-[\d.]+\d)\b/g)
    expect(new Set(named)).toEqual(new Set([releases.newest.id, 'boavizta-2.4.1']))
  })

  test('is the same bytes each time', () => {
    expect(JSON.stringify(openapiDocument(routes, SETTINGS))).toBe(JSON.stringify(openapiDocument(routes, SETTINGS)))
  })

  test('has no keyword that is ours alone', () => {
    expect(JSON.stringify(document.components.schemas)).not.toMatch(/"(isId|isOneOf)":/)
  })

  test('describes every parameter and every field of a body', () => {
    for (const operation of operations) {
      for (const { name, description } of parametersOf(operation))
        expect(description, `${operation.id} ${name}`).toBeTruthy()
    }
    const bodies = Object.keys(document.components.schemas).slice(
      0,
      Object.keys(document.components.schemas).indexOf('Figure'),
    )
    expect(bodies).toContain('WorkloadTime')
    for (const id of bodies.filter((each) => each !== 'ElecFactors')) {
      const { properties, oneOf = [] } = document.components.schemas[id]
      const fields = properties ?? Object.assign({}, ...oneOf.map((each: Data) => each.properties))
      for (const [field, schema] of Object.entries<Data>(fields)) {
        expect(schema.description ?? schema.$ref ?? schema.anyOf[0].$ref, `${id}.${field}`).toBeTruthy()
      }
    }
  })

  test('shows an example of each parameter that fits it', () => {
    const parameters: Data[] = Object.values<Data>(whole.paths).flatMap((item) =>
      Object.values<Data>(item).flatMap(({ parameters = [] }) => parameters.filter((each: Data) => !each.$ref)),
    )
    const all = [...parameters, ...Object.values<Data>(whole.components.parameters)]
    expect(all.length).toBeGreaterThan(100)
    for (const { name, schema, example } of all)
      for (const each of [example, schema.default, ...(schema.examples ?? [])])
        if (each !== undefined) expect(ajv.validate(schema, each), `${name}: ${JSON.stringify(each)}`).toBe(true)
    expect(parameters.find(({ name }) => name === 'first')?.schema).toMatchObject({ maximum: 2000, default: 20 })
  })

  test('has what is of exactly one kind as oneOf, and words of closed lists as enums', () => {
    const { AssetInput, OverrideInput, ComparisonItemInput, V2Drift, V2Impact, V2Explanation } =
      document.components.schemas
    expect(AssetInput.oneOf.map(({ required }: Data) => required)).toEqual(
      ['server', 'cloudInstance', 'terminal', 'equipment', 'component', 'iotDevice', 'storage', 'network'].map(
        (kind) => [kind],
      ),
    )
    const required = (of: Data) => of.oneOf.map((each: Data) => each.required)
    expect(required(V2Drift)).toEqual([
      ['from', 'to', 'asset'],
      ['from', 'to', 'fleet'],
    ])
    expect(required(ComparisonItemInput)).toEqual([
      ['label', 'asset'],
      ['label', 'fleet'],
    ])
    expect(required(OverrideInput)).toEqual([
      ['leaf', 'value'],
      ['path', 'value'],
      ['path', 'text'],
    ])
    expect(V2Impact.properties.criterion.enum).toEqual(expect.arrayContaining(['GWP', 'gwp']))
    expect(V2Explanation.properties.contributions.items.properties.phase.enum).toEqual(['EMBEDDED', 'USE', 'BUILDING'])
  })

  test('shows each criterion with its own unit, and figures that are those of a typical server', async () => {
    const [example] = document.components.schemas.Impacts.examples
    const codes = Object.keys(document.components.schemas.Impacts.properties)
    expect(Object.keys(example)).toEqual(codes)
    const query = new URLSearchParams([['verbose', 'false'], ...codes.map((code) => ['criteria', code])])
    const { impacts } = (await rest(`/v1/server?${query}`)).json
    const plain = JSON.parse(JSON.stringify(impacts), (key, value) => (key === 'warnings' ? undefined : value))
    expect(example).toEqual(plain)
  })

  test('names operations in few words', () => {
    for (const { raw } of operations) expect(raw.summary.length, raw.summary).toBeLessThanOrEqual(50)
  })

  test('shows the words of fields that take one of a few', () => {
    expect(document.components.schemas.Case.properties.case_type.examples).toEqual(['rack', 'blade'])
    expect(document.components.schemas.Disk.properties.type.examples).toEqual(['ssd', 'hdd'])
  })

  test('lets every field of a body of /v1 be null or left out, and says which are needed', () => {
    const { required, properties } = document.components.schemas.Cloud
    expect(required).toBeUndefined()
    expect(properties.provider).toMatchObject({
      type: ['string', 'null'],
      description: expect.stringMatching(/; needed$/),
    })
    expect(properties.usage.anyOf).toContainEqual({ type: 'null' })
  })

  test('has what is assumed where nothing is given', () => {
    const { default: archetype } = parametersOf(
      operations.find(({ id }) => id === 'server_impact_from_configuration_v1_server__post') as DescribedOperation,
    )[0].schema
    expect(archetype).toBe('platform_compute_medium')
    const own = openapiDocument(routes, { ...SETTINGS, defaultCriteria: ['pe'] }) as Data
    expect(own.components.parameters.criteria.schema.default).toEqual(['pe'])
  })

  test('names API keys where the service is run with some', () => {
    expect(document.security).toBeUndefined()
    const own = openapiDocument(routes, { ...SETTINGS, needsKey: true }) as Data
    expect(own.security).toEqual([{ bearerKey: [] }, { headerKey: [] }])
    expect(own.paths['/v1/server'].get.responses[401]).toBeDefined()
  })
})

describe('every operation', () => {
  test.each(operations.filter((each) => each.method === 'GET' && hasExamples(each)))(
    '$id answers its examples as described',
    async (operation) => {
      const { status, json } = await rest(exampleTarget(operation))
      expect(status, JSON.stringify(json)).toBe(200)
      expectFits(operation.gives, json, operation.id)
    },
  )

  test.each(operations.filter(({ method }) => method === 'POST'))(
    '$id answers its examples of a body as described',
    async (operation) => {
      const examples = examplesOf(operation)
      expect(examples.length).toBeGreaterThan(0)
      for (const [name, { value }] of examples) {
        expectFits(bodyIdOf(operation) as string, value, name)
        for (const target of [
          exampleTarget(operation).replace('verbose=false', 'verbose=true'),
          // /v2 has all options in the body.
          operation.path.startsWith('/v2') ? operation.path : `${operation.path}?criteria=all`,
        ]) {
          const { status, json } = await rest(target, value)
          expect(status, `${name}: ${JSON.stringify(json)}`).toBe(200)
          const strictly = operation.path.startsWith('/v2')
            ? await rest(target, { ...value, strict: true })
            : await rest(`${target}&strict=true`, value)
          expect(strictly.status, JSON.stringify(strictly.json)).toBe(200)
          expectFits(operation.gives, json, name)
        }
      }
    },
  )

  test('answers without a body, or says that it needs one', async () => {
    for (const operation of operations.filter(({ method }) => method === 'POST')) {
      const isNeeded = operation.raw.requestBody.required || bodyIdOf(operation) === 'Cloud'
      const { status } = await rest(operation.path, '')
      expect(status, operation.id).toBe(isNeeded ? 422 : 200)
    }
  })
})

describe('answers', () => {
  /** The details of a thing with nothing in them that the document does not name. */
  const named = Object.fromEntries(
    ['Component', 'Server', 'CloudInstance', 'Terminal', 'IotDevice'].map((thing) => {
      const own = new Ajv2020({ strict: false, validateFormats: false })
      own.addSchema(document, 'openapi.json')
      const $ref = `openapi.json#/components/schemas/${thing}Details`
      return [`${thing}Assessment`, own.compile({ $ref, unevaluatedProperties: false })]
    }),
  )

  test('show no attribute that the document does not name', async () => {
    for (const operation of operations.filter(({ gives }) => gives in named)) {
      const bodies = operation.method === 'POST' ? examplesOf(operation).map(([, { value }]) => value) : [undefined]
      for (const body of bodies) {
        const target = exampleTarget(operation).replace('verbose=false', 'verbose=true')
        const { json } = await rest(target, body)
        const validate = named[operation.gives] as ValidateFunction
        expect(validate(json.verbose), `${operation.id}: ${ajv.errorsText(validate.errors)}`).toBe(true)
        for (const [label, part] of Object.entries<Data>(json.verbose).filter(([label]) => /-\d+$/.test(label))) {
          const fits = named.ComponentAssessment as ValidateFunction
          expect(fits(part), `${operation.id} ${label}: ${ajv.errorsText(fits.errors)}`).toBe(true)
        }
      }
    }
  })

  test('of every archetype are as described', async () => {
    const lists = operations.filter(({ path }) => /^\/v1\/.*\/archetypes$/.test(path))
    for (const { path } of lists) {
      const kind = path.replace('/archetypes', '')
      const gives = operations.find((each) => each.path === kind)?.gives as string
      const { json: archetypes } = await rest(path)
      for (const archetype of archetypes.slice(0, 20)) {
        const query = `archetype=${encodeURIComponent(archetype)}`
        const { status, json } = await rest(`${kind}?${query}&criteria=all`)
        expect(status, archetype).toBe(200)
        expectFits(gives, json, `${kind} ${archetype}`)
        const config = await rest(`${kind}/archetype_config?${query}`)
        expect(config.status, archetype).toBe(200)
        expectFits('ArchetypeConfig', config.json, `${kind} ${archetype}`)
      }
    }
  })

  test.each([
    ['/v1/server?archetype=nope', undefined, 404, 'ErrorMessage'],
    ['/v1/nope', undefined, 404, 'ErrorMessage'],
    ['/v1/server/archetypes', {}, 405, 'ErrorMessage'],
    [
      '/v1/component/cpu?duration=-1&criteria=nope',
      { units: -1, usage: { time_workload: [{ load_percentage: 'x' }] } },
      422,
      'HTTPValidationError',
    ],
    ['/v1/component/cpu', '{', 422, 'HTTPValidationError'],
    ['/v1/cloud', undefined, 200, 'CloudInstanceAssessment'],
    ['/v1/cloud/azure', undefined, 422, 'HTTPValidationError'],
    ['/v1/utils/name_to_cpu', undefined, 422, 'HTTPValidationError'],
    ['/v1/utils/name_to_cpu?cpu_name=zzzz', undefined, 200, 'CompletedName'],
  ] as const)('to %s with %j are as described', async (target, body, status, schema) => {
    const answer = await rest(target, body)
    expect(answer.status).toBe(status)
    expectFits(schema, answer.json, target)
  })
})
