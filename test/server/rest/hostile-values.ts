import fc from 'fast-check'

/** Names that mean something to JavaScript. */
export const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  '0',
  'length',
  'id',
  '$ref',
]

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-7,
  1e-320,
  99.95,
  100,
  101,
  2_147_483_647,
  2_147_483_648,
  1e12,
  1e13,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
]

export const TEXTS = [
  '',
  ' ',
  '\t\n',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '0',
  '1e999',
  '0x10',
  '1,5',
  '12abc',
  '٣',
  '²',
  '1_000',
  '+2.0',
  ' 80 ',
  'FRA',
  'fr',
  'France',
  'XYZ',
  'EEE',
  'Xeon Gold 6240R',
  'xeon',
  'Intel(R) Xeon(R) CPU E5-2670 v3 @ 2.30GHz',
  'AMD EPYC 7763',
  'NVIDIA P100',
  'a',
  'skylake',
  'aws',
  'AZURE',
  'm5.xlarge',
  'M5-XLARGE',
  'eu-west-3',
  'rack',
  'BLADE',
  'ssd',
  'NVMe',
  'hdd',
  'pro',
  'sensing',
  'HSL-1',
  'Samsung',
  'samsong',
  'DEFAULT',
  '\u0000',
  '\ud800',
  '\u202e',
  '💥💥',
  'é',
  'e\u0301',
  'İstanbul',
  'ß',
  '../../etc/passwd',
  "'; drop table cpus; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%s%n',
  '%',
  '%zz',
  '\\',
  '"',
  ...KEYS,
  'x'.repeat(501),
  'Xeon '.repeat(1000),
  '9'.repeat(400),
  '💥'.repeat(300),
  '-'.repeat(3000),
  'a b '.repeat(120),
] as const

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
export const scalar = fc.oneof(number, text, fc.boolean(), fc.constant(null))

/** Any JSON, with keys that mean something. */
export const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...KEYS, 'usage', 'units', 'cpu'), tie('value')), { maxLength: 4 }).map(asObject),
  ),
})).value

/** An object with exactly these keys as its own, `__proto__` too, as JSON.parse makes it. */
export function asObject(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}
