import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CRITERION_CODES } from '../../../src/engine/values/criteria.ts'
import { runs } from '../../runs.ts'
import { type Data, world } from '../../world.ts'
import { rest } from './ask-rest.ts'

const { cpus, gpus, serverArchetypes, cloudInstances } = world.releases.find('boavizta-2.4.1').tables

const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
const whole = (min: number, max: number) => fc.integer({ min, max })

const usage = some({
  usage_location: fc.constantFrom('FRA', 'CZE', 'NAM', 'fr', 'EEE', 'Atlantis'),
  time_workload: fc.oneof(
    whole(0, 100),
    fc.constant([
      { time_percentage: 40, load_percentage: 90 },
      { time_percentage: 60, load_percentage: 0 },
    ]),
  ),
  hours_life_time: whole(1, 90_000),
  avg_power: whole(0, 900),
  elec_factors: some({ gwp: fc.double({ min: 0, max: 1, noNaN: true }) }),
})
const cpu = some({
  name: fc.constantFrom(...cpus.map(({ name }) => name)),
  units: whole(0, 4),
  core_units: whole(1, 96),
  tdp: whole(5, 500),
})
const gpu = some({
  name: fc.constantFrom(...gpus.map(({ name }) => name)),
  units: whole(0, 8),
  vram: whole(0, 192),
  usage,
})
const ram = some({ units: whole(1, 16), capacity: whole(1, 256), manufacturer: fc.constantFrom('Samsung', 'nobody') })
const disk = some({ type: fc.constantFrom('ssd', 'HDD', 'nvme', null), units: whole(1, 8), capacity: whole(1, 8000) })
const server = some({
  model: some({ type: fc.constantFrom('rack', 'Blade', 'tower', '') }),
  configuration: some({ cpu, gpu, ram: fc.array(ram, { maxLength: 3 }), disk: fc.array(disk, { maxLength: 3 }) }),
  usage,
})
const instance = fc
  .tuple(fc.constantFrom(...cloudInstances), usage)
  .map(([{ provider, instanceType }, use]) => ({ provider, instance_type: instanceType, usage: use }))
const blocks = fc.array(
  fc.record({
    type: fc.constantFrom('casing', 'connectivity', 'processing', 'sensing'),
    hsl_level: fc.constantFrom('HSL-0', 'HSL-1', 'HSL-3'),
  }),
  { maxLength: 3 },
)

const archetype = fc.constantFrom('', ...serverArchetypes.map(({ id }) => `&archetype=${encodeURIComponent(id)}`))
const thing = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('/v1/server'), server, archetype) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('/v1/cloud/instance'), instance, fc.constant('')) },
  fc.tuple(fc.constant('/v1/component/cpu'), cpu, fc.constant('')),
  fc.tuple(fc.constant('/v1/component/gpu'), gpu, fc.constant('')),
  fc.tuple(fc.constantFrom('/v1/component/ssd', '/v1/component/hdd'), disk, fc.constant('')),
  fc.tuple(fc.constantFrom('/v1/terminal/laptop', '/v1/peripheral/monitor'), some({ usage }), fc.constant('')),
  fc.tuple(fc.constant('/v1/iot/iot_device'), some({ functional_blocks: blocks, usage }), fc.constant('')),
)
/** Codes in any mixture of upper and lower case, each code once. */
const criteria = fc.uniqueArray(
  fc.constantFrom(...CRITERION_CODES, 'CTUh_c', 'CTUh_nc').chain((code) => fc.mixedCase(fc.constant(code))),
  { minLength: 1, maxLength: 3, selector: (code) => code.toLowerCase() },
)

/** Every object of an answer that has bounds. */
function figuresIn(value: Data): readonly Data[] {
  if (value === null || typeof value !== 'object') return []
  const inside = Object.values(value).flatMap(figuresIn)
  return ['value', 'min', 'max'].every((key) => typeof value[key] === 'number') ? [value, ...inside] : inside
}

test('Random requests of /v1 are answered, each criterion as it was spelled, with bounds around each value', async () => {
  const property = fc.asyncProperty(thing, criteria, async ([path, body, query], codes) => {
    const { status, json } = await rest(`${path}?criteria=${codes.join(',')}${query}`, body)
    expect(status, JSON.stringify(json)).toBe(200)
    expect(Object.keys(json.impacts)).toEqual(codes)
    for (const { value, min, max } of figuresIn(json)) {
      // A value of two digits is rounded within its bounds.
      expect(value).toBeGreaterThanOrEqual(min - 1e-9 * Math.abs(min))
      expect(value).toBeLessThanOrEqual(max + 1e-9 * Math.abs(max))
    }
    expect(new Set(json.warnings ?? []).size).toBe(json.warnings?.length ?? 0)
    for (const [label, part] of Object.entries<Data>(json.verbose)) {
      if (!/-\d+$/.test(label)) continue
      expect(Object.keys(part.impacts)).toEqual(codes)
      if (part.threads !== undefined && part.threads.status !== 'ARCHETYPE')
        expect(part.core_units?.status).not.toBe('ARCHETYPE')
    }
  })
  await fc.assert(property, runs(200))
})
