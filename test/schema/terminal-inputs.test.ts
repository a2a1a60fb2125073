import { describe, expect, test } from 'vitest'
import { ask, askNewest, type Data, errorsOf } from '../world.ts'

const terminal = async (input: string, more = '', release?: string): Promise<Data> => {
  const field = `terminal(input: { ${input} }) { warnings { code path message } ${more} }`
  if (release === undefined) return (await askNewest(`{ ${field} }`)).terminal
  return (await ask(`{ release(id: "${release}") { ${field} } }`)).release.terminal
}

const told = ({ warnings }: Data, code: string): readonly string[] =>
  warnings.filter((each: Data) => each.code === code).map(({ path }: Data) => path.join('.'))

describe('A field of a terminal that contradicts another', () => {
  test.each([
    ['the diagonal of a laptop', 'kind: LAPTOP, model: { name: "MacBook Air M2" }, inches: 27', 'input.inches'],
    ['the diagonal of a monitor', 'kind: MONITOR, model: { name: "Q27h-10" }, inches: 24', 'input.inches'],
    ['the form of a model', 'kind: DESKTOP, model: { name: "Mac mini" }, form: TOWER', 'input.form'],
    ['the form of a model with figures', 'kind: DESKTOP, model: { name: "Mac mini M4" }, form: TOWER', 'input.form'],
    ['the type of a model', 'kind: DESKTOP, model: { name: "iMac" }, type: "tower"', 'input.type'],
    ['type and form', 'kind: DESKTOP, type: "mini PC", form: TOWER', 'input.type'],
    ['archetype and form', 'kind: DESKTOP, archetype: "desktop-mini", form: TOWER', 'input.archetype'],
    ['archetype and type', 'kind: DESKTOP, archetype: "desktop-mini", type: "tower"', 'input.archetype'],
    ['storage', 'kind: LAPTOP, model: { name: "MacBook Air M2 512GB" }, storage: 256', 'input.storage'],
  ])('is told: %s', async (_, input, path) => {
    expect(told(await terminal(input), 'CONTRADICTION')).toEqual([path])
    const [error] = await errorsOf(
      `{ release(id: "2026.12") { terminal(input: { ${input} }, strict: true) { kind } } }`,
    )
    expect(error?.cause.faults).toMatchObject([{ code: 'CONTRADICTION', path: path.split('.') }])
  })

  test.each([
    ['a size as it is sold', 'kind: LAPTOP, model: { name: "MacBook Air M2" }, inches: 13.3'],
    ['storage in GB of 1,024', 'kind: LAPTOP, model: { name: "MacBook Pro 16 M1 Pro 1TB" }, storage: 1000'],
    ['storage that was not published', 'kind: SMARTPHONE, model: { name: "iPhone 16" }, storage: 512'],
    ['a workstation as a tower', 'kind: DESKTOP, model: { name: "Precision 3660", manufacturer: "Dell" }, form: TOWER'],
    ['an all-in-one workstation', 'kind: DESKTOP, type: "workstation", form: ALL_IN_ONE'],
    ['a use and a form', 'kind: DESKTOP, type: "pro", form: TOWER'],
    ['a model of no known form', 'kind: DESKTOP, model: { name: "OptiPlex 7090" }, form: TOWER'],
    ['one form in two fields', 'kind: DESKTOP, archetype: "desktop-tower", type: "tower", form: TOWER'],
  ])('is not %s', async (_, input) => {
    expect(told(await terminal(input), 'CONTRADICTION')).toEqual([])
  })

  test('does not change what the result uses: form before type, inches as given', async () => {
    const made = 'impact(criterion: GWP, allocation: TOTAL) { embedded { value(exact: true) } }'
    const form = await terminal('kind: DESKTOP, type: "mini", form: TOWER', `form { value } ${made}`)
    expect(form.form.value).toBe('TOWER')
    expect(form.impact).toEqual((await terminal('kind: DESKTOP, form: TOWER', made)).impact)
    const inches = await terminal('kind: MONITOR, model: { name: "Q27h-10" }, inches: 24', made)
    expect(inches.impact).toEqual((await terminal('kind: MONITOR, inches: 24', made)).impact)
  })

  test('says which storage was published', async () => {
    const { warnings } = await terminal('kind: SMARTPHONE, model: { name: "iPhone 16 Plus" }, storage: 64')
    const { message } = warnings.find(({ code }: Data) => code === 'TYPICAL_MODEL')
    expect(message).toContain('128 and 512 GB, not 64 GB')
  })
})

describe('A field of a terminal without effect', () => {
  test.each([
    ['year', 'kind: LAPTOP, year: 2019'],
    ['year', 'kind: DESKTOP, year: 2019'],
    ['year', 'kind: SMARTPHONE, model: { name: "iPhone 16" }, year: 2024'],
    ['year', 'kind: DESKTOP, model: { name: "Z4 G4", manufacturer: "HP" }, year: 2019'],
    ['year', 'kind: DESKTOP, form: TOWER, year: 2019, usage: { avgPower: 30 }'],
    ['figures', 'kind: LAPTOP, figures: MODEL'],
    ['figures', 'kind: LAPTOP, model: { name: "Latitude 5450" }, figures: MAKER'],
    ['figures', 'kind: SMARTPHONE, model: { name: "iPhone 16" }, storage: 512, figures: MAKER'],
    ['inches', 'kind: SMARTPHONE, model: { name: "iPhone 16" }, inches: 6.1'],
    ['storage', 'kind: LAPTOP, model: { name: "Latitude 7440" }, storage: 512'],
  ])('is told with its path: %s of %s', async (field, input) => {
    expect(told(await terminal(input), 'NOT_USED')).toEqual([`input.${field}`])
  })

  test.each([
    'kind: DESKTOP, form: TOWER, year: 2019',
    'kind: DESKTOP, form: TOWER, year: 2024',
    'kind: DESKTOP, type: "mini", year: 2019',
    'kind: DESKTOP, model: { name: "Mac mini" }, year: 2019',
    'kind: DESKTOP, model: { name: "Z4 G4", manufacturer: "HP" }, year: 2019, figures: MODEL',
    'kind: LAPTOP, model: { name: "MacBook Air M2" }, figures: MODEL',
    'kind: LAPTOP, model: { name: "MacBook Air M2" }, figures: MAKER, storage: 512, inches: 13.6',
    'kind: DESKTOP, form: TOWER, year: 1875',
  ])('is not told if it has one, or if it is impossible: %s', async (input) => {
    expect(told(await terminal(input), 'NOT_USED')).toEqual([])
  })

  test('is told in an earlier release, whose figures know none of them', async () => {
    const input = 'kind: DESKTOP, form: TOWER, storage: 256, inches: 27, year: 2019, figures: MODEL'
    const fields = ['form', 'storage', 'inches', 'year', 'figures'].map((field) => `input.${field}`)
    expect(told(await terminal(input, '', '2026.11'), 'NOT_USED')).toEqual(fields)
  })

  test('an impossible year is ignored, as its warning says', async () => {
    const energy = 'energy(duration: 8760) { value }'
    const of = async (year: string) => (await terminal(`kind: DESKTOP, form: TOWER${year}`, energy)).energy
    expect(await of(', year: 1875')).toEqual(await of(''))
    expect(await of(', year: 2019')).not.toEqual(await of(''))
  })
})

test('an archetype of a form shows it', async () => {
  const { form } = await terminal('kind: DESKTOP, archetype: "desktop-tower"', 'form { value status }')
  expect(form).toEqual({ value: 'TOWER', status: 'ARCHETYPE' })
})
