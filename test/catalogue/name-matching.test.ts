import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BoundedCache } from '../../src/catalogue/bounded-cache.ts'
import { normaliseInstanceName } from '../../src/catalogue/cloud-catalogue.ts'
import { indelRatio } from '../../src/catalogue/matching/indel-ratio.ts'
import { NameMatcher } from '../../src/catalogue/matching/name-matcher.ts'
import { nearestNames } from '../../src/catalogue/matching/nearest-names.ts'
import { normaliseName } from '../../src/catalogue/matching/normalise-name.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import type { Tables } from '../../src/catalogue/tables.ts'

/** Names as machines print them, and the row each must find: `given,expected`; a given one with a comma is quoted. */
function readCases(): { given: string; expected: string }[] {
  const lines = readFileSync(new URL('cpu-names.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  return lines.map((line) => {
    const [, quoted, plain, expected = ''] = /^(?:"([^"]*)"|([^,]*)),(.*)$/.exec(line) ?? []
    return { given: quoted ?? plain ?? '', expected }
  })
}

const tables = loadReleases().at(-1) as Tables
const words = tables.nameWords
const rows = tables.cpus
const cpus = new NameMatcher(rows, (row) => row.name, { threshold: 80, digitRule: true, words })
const cases = readCases()
const known = cases.filter(({ expected }) => expected !== '')
const unknown = cases.filter(({ expected }) => expected === '')

describe('a CPU named as an operating system prints it', () => {
  it('is tried with at least 400 names of known parts and 80 of unknown ones', () => {
    expect(known.length).toBeGreaterThanOrEqual(400)
    expect(unknown.length).toBeGreaterThanOrEqual(80)
  })

  it('finds its row', () => {
    const wrong = known
      .map(({ given, expected }) => ({ given, expected, found: cpus.match(given).name }))
      .filter(({ expected, found }) => found !== expected)
    expect(wrong).toEqual([])
  })

  it('finds no row when it means no part of the table', () => {
    const wrong = unknown
      .map(({ given }) => ({ given, found: cpus.match(given).name }))
      .filter(({ found }) => found !== undefined)
    expect(wrong).toEqual([])
  })
})

describe('the name of a row', () => {
  it('finds that row as its own name, and as an equal one in lower and upper case, without and with other separators', () => {
    const wrong: unknown[] = []
    for (const { name } of rows) {
      const variants = [
        name.toLowerCase(),
        name.toUpperCase(),
        name.replaceAll(/[- ]/g, ' '),
        name.replaceAll(/[- ]/g, '_'),
      ]
      const own = cpus.match(name)
      if (own.outcome !== 'same' || own.name !== name) {
        wrong.push(own)
      }
      for (const variant of variants.filter((text) => text !== name)) {
        const match = cpus.match(variant)
        if (match.outcome !== 'equal' || match.name !== name) {
          wrong.push(match)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('finds that row when the maker is left out, as an operating system may', () => {
    const wrong = rows
      .map(({ name }) => ({
        name,
        match: cpus.match(name.replace(/^(?:Intel|AMD|Apple|Ampere|Annapurna Labs|Google) /, '')),
      }))
      .filter(({ name, match }) => match.name !== name)
    expect(wrong).toEqual([])
  })

  it('with one digit changed finds no row that has not that very number', () => {
    const names = new Set(rows.map(({ name }) => name.toLowerCase()))
    const wrong: unknown[] = []
    for (const { name } of rows.filter((_, position) => position % 6 === 0)) {
      for (const last of ['1', '4', '7', '8']) {
        const other = name.replace(/\d(?=\D*$)/, last)
        const match = cpus.match(other)
        if (!names.has(other.toLowerCase()) && match.outcome !== 'none' && !match.name?.includes(numberOf(other))) {
          wrong.push(match)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

/** The last word of a name that has a digit. */
function numberOf(name: string): string {
  return name.split(' ').findLast((word) => /\d/.test(word)) ?? name
}

describe('what a match says', () => {
  it('is same, equal or close, with the score of a close one', () => {
    expect(cpus.match('AMD EPYC 7763')).toMatchObject({ outcome: 'same', row: { name: 'AMD EPYC 7763' }, nearest: [] })
    expect(cpus.match('amd epyc 7763')).toMatchObject({
      outcome: 'equal',
      given: 'amd epyc 7763',
      name: 'AMD EPYC 7763',
    })
    const close = cpus.match('Intel Xeon Glod 6138')
    expect(close).toMatchObject({ outcome: 'close', name: 'Intel Xeon Gold 6138' })
    expect(close.score).toBeCloseTo(95, 6)
  })

  it('suggests the three nearest names when none is accepted and something is near', () => {
    expect(cpus.match('Xeon Platinum 9999')).toEqual({
      given: 'Xeon Platinum 9999',
      outcome: 'none',
      nearest: ['Intel Xeon Platinum 9221', 'Intel Xeon Platinum 9222', 'Intel Xeon Platinum 9242'],
    })
    expect(cpus.match('Xeon E5-2680').nearest).toEqual([
      'Intel Xeon E5-2680 V3',
      'Intel Xeon E5-2680 V4',
      'Intel Xeon E5-2680 V2',
    ])
    for (const { given } of unknown.filter((text) =>
      /^(?:intel(?:\(r\))?|amd) (?:xeon|core|epyc|ryzen)/i.test(text.given),
    )) {
      expect(cpus.match(given).nearest, given).toHaveLength(3)
    }
  })

  it('suggests nothing when nothing is near', () => {
    for (const given of ['hello world', 'Common KVM processor', 'QEMU Virtual CPU version 2.5+', '', ' ', '@@@']) {
      expect(cpus.match(given), given).toEqual({ given, outcome: 'none', nearest: [] })
    }
  })

  it('is the same the second time, and for the beginning of a text that is too long', () => {
    expect(cpus.match('gold 6138')).toBe(cpus.match('gold 6138'))
    expect(cpus.match(`Intel Xeon Gold 6138${' '.repeat(1_000_000)}`).name).toBe('Intel Xeon Gold 6138')
    expect(cpus.match('7 '.repeat(100_000)).outcome).toBe('none')
  })
})

describe('parts that differ by a version, a suffix or a word', () => {
  it.each([
    ['E5-2670 v2', 'Intel Xeon E5-2670 V2'],
    ['E5-2670', 'Intel Xeon E5-2670'],
    ['E5-2686', 'Intel Xeon E5-2686'],
    ['E5-2686 v4', 'Intel Xeon E5-2686 v4'],
    ['Xeon 6138', 'Intel Xeon Gold 6138'],
    ['Xeon Gold 6138 T', 'Intel Xeon Gold 6138T'],
    ['Ryzen 7 2700X', 'AMD Ryzen 7 2700X'],
    ['Ryzen 7 PRO 2700X', 'AMD Ryzen 7 PRO 2700X'],
    ['Apple M1 Pro', 'Apple M1 Pro'],
    ['Xeon Platinum 8480', 'Intel Xeon Platinum 8480+'],
  ])('are not taken for each other: %s is %s', (given, name) => {
    expect(cpus.match(given).name).toBe(name)
  })

  it('are not chosen for a name that fits two of them equally', () => {
    expect(cpus.match('G4900').outcome).toBe('none')
    expect(cpus.match('G4900').nearest).toEqual(expect.arrayContaining(['Intel Celeron G4900', 'Intel Pentium G4900']))
    expect(cpus.match('9700E').outcome).toBe('none')
  })
})

describe('an index of other names', () => {
  const families = new NameMatcher(['haswell', 'ivy bridge', 'skylake', 'skylake-x', 'cascade lake'], (name) => name, {
    threshold: 79,
    digitRule: false,
    words,
  })
  const makers = new NameMatcher(['Intel', 'AMD', 'SK hynix', 'Samsung', 'Annapurna Labs'], (name) => name, {
    threshold: 79,
    digitRule: false,
    words,
  })

  it('finds families with other cases, separators, additions and small mistakes', () => {
    expect(families.match('Skylake').name).toBe('skylake')
    expect(families.match('Skylake X').name).toBe('skylake-x')
    expect(families.match('Ivy-Bridge').name).toBe('ivy bridge')
    expect(families.match('Haswell-EP').name).toBe('haswell')
    expect(families.match('haswel').name).toBe('haswell')
    expect(families.match('zen').outcome).toBe('none')
  })

  it('finds makers by the names machines print', () => {
    expect(makers.match('GenuineIntel').name).toBe('Intel')
    expect(makers.match('AuthenticAMD').name).toBe('AMD')
    expect(makers.match('Advanced Micro Devices, Inc.').name).toBe('AMD')
    expect(makers.match('Hynix').name).toBe('SK hynix')
    expect(makers.match('AWS').name).toBe('Annapurna Labs')
    expect(makers.match('Qualcomm').outcome).toBe('none')
  })

  it('finds a card whose form and memory are left out where one row alone fits, and none where several do', () => {
    const cards = new NameMatcher(tables.gpus, ({ name }) => name, { threshold: 80, digitRule: true, words })
    expect(cards.match('NVIDIA H100')).toMatchObject({ outcome: 'close', name: 'NVIDIA H100 SXM 80GB' })
    expect(cards.match('NVIDIA H100 PCIe').outcome).toBe('none')
    expect(cards.match('NVIDIA A100')).toMatchObject({
      outcome: 'none',
      nearest: expect.arrayContaining(['NVIDIA A100 PCIe 40GB', 'NVIDIA A100 SXM4 40GB']),
    })
  })

  it('finds graphics cards by their numbers, and by aliases it was given', () => {
    const gpus = new NameMatcher(tables.gpus, (row) => row.name, {
      threshold: 80,
      digitRule: true,
      words,
      aliases: new Map([['NVIDIA H100 80GB HBM3', 'NVIDIA H100 SXM 80GB']]),
    })
    expect(gpus.match('NVIDIA A100-SXM4-40GB').name).toBe('NVIDIA A100 SXM4 40GB')
    expect(gpus.match('NVIDIA GeForce GTX 1080 Ti').name).toBe('NVIDIA GTX 1080 Ti')
    expect(gpus.match('Tesla P100').name).toBe('NVIDIA P100')
    expect(gpus.match('nvidia h100 80gb hbm3')).toMatchObject({ outcome: 'equal', name: 'NVIDIA H100 SXM 80GB' })
    expect(gpus.match('NVIDIA A100').outcome).toBe('none')
    expect(gpus.match('NVIDIA L40S').outcome).toBe('none')
  })

  it('refuses an alias of no row', () => {
    const build = () =>
      new NameMatcher(['a1'], (name) => name, {
        threshold: 80,
        digitRule: true,
        words,
        aliases: new Map([['x', 'a2']]),
      })
    expect(build).toThrow('The alias "x" refers to "a2", which is not in the table.')
  })
})

describe('cloud instance types', () => {
  const types = tables.cloudInstances

  it('are equal in any case, with any separators, and with or without the prefix of Azure', () => {
    expect(normaliseInstanceName('M5.XLarge')).toBe(normaliseInstanceName('m5-xlarge'))
    expect(normaliseInstanceName('Standard_D2s_v3')).toBe('d2s-v3')
    expect(normaliseInstanceName('Standard_D2s_v3', true)).toBe('standard-d2s-v3')
    expect(normaliseInstanceName('n2-standard-4')).toBe('n2-standard-4')
  })

  it('of one provider never come out equal while the prefix is kept', () => {
    const keys = types.map((type) => `${type.provider} ${normaliseInstanceName(type.instanceType, true)}`)
    expect(new Set(keys).size).toBe(types.length)
  })

  it('that do not exist get the nearest ones suggested', () => {
    const names = types.map((type) => type.instanceType)
    expect(nearestNames('p5.4xlarge', names)).toContain('p5.48xlarge')
    expect(nearestNames('m5.xlrge', names, 1)).toEqual(['m5.xlarge'])
    expect(nearestNames('Standard_D3s_v3', names)).toHaveLength(3)
    expect(nearestNames('zzz', names)).toEqual([])
  })
})

describe('the parts of the matching', () => {
  it('normalise what differs between machines', () => {
    expect(normaliseName('Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz')).toBe('intel xeon platinum 8259cl')
    expect(normaliseName('AMD EPYC 7763 64-Core Processor')).toBe('amd epyc 7763')
    expect(normaliseName('INTEL XEON E5-2686V4')).toBe('intel xeon e5 2686 v4')
    expect(normaliseName('CPU')).toBe('cpu')
    expect(normaliseName('')).toBe('')
  })

  it('compare strings of any length by Indel similarity', () => {
    expect(indelRatio('7763', '7743')).toBe(75)
    expect(indelRatio('', '')).toBe(100)
    expect(indelRatio('abc', '')).toBe(0)
    expect(indelRatio('a'.repeat(32), 'a'.repeat(40))).toBeCloseTo((200 * 32) / 72, 9)
    expect(indelRatio('ab'.repeat(40), 'b'.repeat(40))).toBeCloseTo((200 * 40) / 120, 9)
  })

  it('remember as much as they may, forgetting what was used longest ago', () => {
    const cache = new BoundedCache<string, number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    expect(cache.get('a')).toBe(1)
    expect(cache.getOrCompute('c', () => 3)).toBe(3)
    expect(cache.getOrCompute('c', () => 4)).toBe(3)
    expect(cache.get('b')).toBeUndefined()
    expect(cache.size).toBe(2)
    expect(() => new BoundedCache(0)).toThrow(RangeError)
  })
})

describe('a score at the threshold', () => {
  // Of two words of 5 letters 4 are common, in their order: 200 * 4 / (5 + 5) = 80; 5 of 6 and 6: 83.3.
  const match = (name: string, given: string, threshold: number) =>
    new NameMatcher([name], (each) => each, { threshold, digitRule: false, words }).match(given)

  it('is not above it: the name is refused, and suggested', () => {
    expect(match('lakes', 'laker', 80)).toMatchObject({ outcome: 'none', nearest: ['lakes'] })
  })

  it('is above a threshold that is the least lower: the name is accepted', () => {
    expect(match('lakes', 'laker', 79.999)).toMatchObject({ outcome: 'close', name: 'lakes' })
    expect(match('rivers', 'rivert', 80)).toMatchObject({ outcome: 'close', name: 'rivers' })
  })
})
