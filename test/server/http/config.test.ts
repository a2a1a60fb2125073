import { describe, expect, it } from 'vitest'
import { listenFault } from '../../../src/server/service.ts'
import { type ConfigError, helpText, readConfig } from '../../../src/server/settings/config.ts'
import { SETTINGS } from '../../../src/server/settings/settings.ts'

function faults(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

describe('a wrong setting', () => {
  it.each([
    ['PORT', 'abc', 'PORT: expected a whole number 0 to 65535, got "abc"'],
    ['PORT', '65536', 'PORT: expected a whole number 0 to 65535, got "65536"'],
    ['PORT', '-1', 'PORT: expected a whole number 0 to 65535, got "-1"'],
    ['PORT', '4e3', 'PORT: expected a whole number 0 to 65535, got "4e3"'],
    ['WORKERS', 'many', 'WORKERS: expected auto or a whole number 1 to 256, got "many"'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: expected one of debug, info, warn, error, silent, got "loud"'],
    ['GRAPHIQL', 'maybe', 'GRAPHIQL: expected on or off, got "maybe"'],
    ['RATE_LIMIT', '100', 'RATE_LIMIT: expected off or, for example, 100/60s, got "100"'],
    ['UNCERTAINTY_SHARE', '0', 'UNCERTAINTY_SHARE: expected a number above 0 and up to 100, got "0"'],
    ['MATCHING_THRESHOLD', '101', 'MATCHING_THRESHOLD: expected a number 0 to 100, got "101"'],
    [
      'ALLOWED_ORIGINS',
      'example.org',
      'ALLOWED_ORIGINS: expected * or a list of origins such as https://example.org, got "example.org"',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'nowhere',
      'OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL such as http://collector:4318, got "nowhere"',
    ],
  ])('%s=%s is refused in one line that says what was expected', (name, value, line) => {
    expect(faults({ [name]: value })).toEqual([line])
  })

  it('is named with all others that are wrong', () => {
    expect(
      faults({ PORT: 'abc', MAX_COST: '0', DEFAULT_CRITERIA: 'gwp,nope' }).map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'DEFAULT_CRITERIA', 'MAX_COST'])
  })

  it('that is a secret is not shown', () => {
    expect(faults({ API_KEYS: 'the-key-itself' }).join()).not.toContain('the-key-itself')
  })

  it('may be a port that only others may take', () => {
    expect(listenFault('EACCES', readConfig({ PORT: '80' }))).toBe(
      'PORT: expected a port that this user may take (EACCES), got "80"',
    )
  })

  it('of digits is one that asks to keep more than there may be', () => {
    expect(faults({ MIN_DIGITS: '5', MAX_DIGITS: '4' })).toEqual([
      'MIN_DIGITS: expected no more than MAX_DIGITS (4), got "5"',
    ])
  })
})

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      location: 'EEE',
      serverArchetype: 'platform_compute_medium',
      criteria: ['gwp', 'adp', 'pe'],
      uncertaintyShare: 0.1,
      maximumDigits: 4,
      minimumDigits: 1,
      matchingThreshold: 80,
      allowedOrigins: ['*'],
      logLevel: 'info',
      workers: 1,
      maxBodyBytes: 1_048_576,
      apiKeys: [],
      rateLimit: undefined,
    })
  })

  it.each([
    [undefined, {}, { operationThreads: 2, threadMegabytes: 512, maxThreadWaitMs: 2000, maxMemoryBytes: 0 }],
    [4e9, {}, { operationThreads: 2, threadMegabytes: 512, maxThreadWaitMs: 2000, maxMemoryBytes: 3.2e9 }],
    [4e9, { WORKERS: '4' }, { maxMemoryBytes: 0.8e9 }],
    [4e9, { MAX_MEMORY_BYTES: '0' }, { maxMemoryBytes: 0 }],
    [5e8, {}, { operationThreads: 1, threadMegabytes: 192, maxThreadWaitMs: 10_000, maxMemoryBytes: 4e8 }],
    [5e8, { OPERATION_THREADS: '3', MAX_WAIT_MS: '20000' }, { operationThreads: 3, maxThreadWaitMs: 20_000 }],
  ])('follow the memory of the control group, unless they are set: %s', (group, env, wanted) => {
    expect(readConfig(env, group)).toMatchObject(wanted)
  })

  it('that are empty are the same as none', () => {
    expect(readConfig({ PORT: '', DATA_FOLDER: ' ' })).toEqual(readConfig({}))
  })

  it('are read as they are meant', () => {
    const config = readConfig({
      WORKERS: 'auto',
      RATE_LIMIT: '100/60s',
      DATA_FOLDER: '/one:/two',
      DEFAULT_COMPONENT_ARCHETYPES: 'case=blade, cpu=DEFAULT',
      INTROSPECTION: 'false',
      UNCERTAINTY_SHARE: '5 %',
    })
    expect(config).toMatchObject({
      workers: undefined,
      rateLimit: { quota: 100, windowSeconds: 60 },
      dataFolders: ['/one', '/two'],
      componentArchetypes: { case: 'blade', cpu: 'DEFAULT' },
      introspection: false,
      uncertaintyShare: 0.05,
    })
  })

  it('are each in the help text, with meaning and default', () => {
    const help = helpText('1.2.3')
    for (const { name, meaning, valid } of Object.values(SETTINGS)) {
      for (const text of [name, meaning, valid]) expect(help).toContain(text)
    }
  })
})
