import { expect, test } from 'vitest'
import { DEFAULT_ARCHETYPES } from '../../../src/catalogue/default-archetypes.ts'
import { checkDefaults } from '../../../src/server/build-settings.ts'
import { ConfigError, readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { releases } from '../../world.ts'
import { ownElectricity } from './support/own-tables.ts'

const build = (env: Readonly<Record<string, string>>) => buildWorld(readConfig(env))

/** The release that a request under /v1 is answered from. */
async function restRelease(env: Readonly<Record<string, string>>): Promise<string> {
  const query = new URLSearchParams('verbose=false')
  const answer = await build(env).handleRest({
    method: 'GET',
    path: '/v1/server',
    query,
    body: undefined,
    accept: undefined,
  })
  return answer.release
}

test.each(['RELEASE', 'REST_RELEASE'])(
  '%s that names no data release stops the start with those that there are',
  (name) => {
    const attempt = () => build({ [name]: '1999.01' })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^${name}: .*boavizta-2\\.4\\.1, .*"1999\\.01"$`))
  },
)

test('/v1 answers from the base and GraphQL from the newest release, unless set otherwise', async () => {
  const newest = build({}).release
  expect(newest).not.toBe('boavizta-2.4.1')
  expect(await restRelease({})).toBe('boavizta-2.4.1')
  expect(await restRelease({ REST_RELEASE: newest })).toBe(newest)
  expect(build({ RELEASE: 'boavizta-2.4.1' }).release).toBe('boavizta-2.4.1')
})

test('with own tables a release is named with the fingerprint of its figures', async () => {
  const { folder } = ownElectricity('0.5')
  expect(await restRelease({ DATA_FOLDER: folder })).toMatch(/^boavizta-2\.4\.1\+[0-9a-f]{12}$/)
})

test('each shipped release has the usual defaults, which the start checks in the newest alone', () => {
  for (const { tables } of releases.all) expect(() => checkDefaults(DEFAULT_ARCHETYPES, tables)).not.toThrow()
})

test('a default that an earlier release lacks stops the start', () => {
  const [known, ...earlier] = releases.all.map(({ tables }) => tables.serverArchetypes.map(({ id }) => id))
  const id = known?.find((each) => earlier.some((ids) => !ids.includes(each)))
  expect(() => build({ DEFAULT_SERVER_ARCHETYPE: String(id) })).toThrow(
    new ConfigError([`DEFAULT_SERVER_ARCHETYPE: expected an archetype of the tables, got "${id}"`]),
  )
})
