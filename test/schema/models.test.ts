import { graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { faultsWith } from '../catalogue/tables/support/table-files.ts'
import { runHere } from '../cli/run-here.ts'
import { askNewest, type Data, releases, world } from '../world.ts'

const server = async (model: string, rest = ''): Promise<Data> =>
  (await askNewest(`{ server(input: { model: { ${model} } ${rest} }) { archetype warnings { code message path } } }`))
    .server

const terminal = async (input: string, more = ''): Promise<Data> =>
  (
    await askNewest(
      `{ terminal(input: { ${input} }) { archetype type { value status source } warnings { code message path } ${more} } }`,
    )
  ).terminal

async function refusal(source: string): Promise<Data> {
  const contextValue = createContext(world, { release: releases.newest })
  const { errors = [] } = await graphql({ schema, source, contextValue })
  return (errors[0]?.originalError as Data)?.faults
}

/** The warning about a model that is known only by its product line. */
const typical = (device: string) => ({
  code: 'TYPICAL_MODEL',
  message: expect.stringContaining(device),
  path: ['input', 'model', 'name'],
})

describe('A row of models.csv', () => {
  test('that names an archetype which is not there is refused', () => {
    const columns = 'device,manufacturer,name,covers,archetype,source'
    const row = (cells: string) => faultsWith({ 'models.csv': [columns, `${cells},https://example.org`] })
    expect(row('server,Dell,R9,model,dellR9')).toEqual([
      'own/models.csv:2: archetype: no "dellR9" in server-archetypes.csv',
    ])
    expect(row('laptop,Dell,Any,line,dellR740')).toEqual([
      'own/models.csv:2: archetype: no "dellR740" in terminal-archetypes.csv',
    ])
    expect(row('laptop,Dell,Any,family,laptop-pro')).toEqual([
      'own/models.csv:2: covers: expected model or line, got "family"',
    ])
  })
})

describe('A model that is not known', () => {
  test('of a server leaves a typical one, with a warning that names the closest', async () => {
    const { archetype, warnings } = await server('name: "PowerEdge R750", manufacturer: "Dell"')
    expect(archetype).toBe('platform_compute_medium')
    expect(warnings).toContainEqual({
      code: 'UNKNOWN_MODEL',
      message:
        'Unknown model "Dell PowerEdge R750" of a server. Did you mean PowerEdge R740, PowerEdge R7515, PowerEdge R7425? This result uses a typical server.',
      path: ['input', 'model', 'name'],
    })
  })

  test.each(['R740xd', 'PowerEdge R7400', 'R74', '740', 'PowerEdge', 'Dell', 'R740 R740'])(
    'is one that only resembles a known one: %s',
    async (name) => {
      const { archetype, warnings } = await server(`name: "${name}"`)
      expect(archetype).toBe('platform_compute_medium')
      expect(warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_MODEL')
    },
  )

  test('is one of another maker', async () => {
    const { warnings } = await server('name: "PowerEdge R740", manufacturer: "HPE"')
    expect(warnings.map(({ code }: Data) => code)).toContain('UNKNOWN_MODEL')
  })

  test('is one of another kind: an OptiPlex is no laptop', async () => {
    const { warnings } = await terminal('kind: LAPTOP, model: { name: "OptiPlex 7090" }')
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_MODEL', path: ['input', 'model', 'name'] }])
  })

  test('beside an archetype leaves that', async () => {
    const { archetype, warnings } = await server('name: "Mystery 9000"', ', archetype: "dellR740"')
    expect(archetype).toBe('dellR740')
    expect(warnings[0]).toMatchObject({
      code: 'UNKNOWN_MODEL',
      message: expect.stringMatching(/ uses the archetype dellR740\.$/),
    })
  })

  test('is refused where strict is set, of servers and of terminals, in a fleet by its place', async () => {
    expect(
      await refusal('{ server(input: { model: { name: "PowerEdge R750" } }, strict: true) { archetype } }'),
    ).toMatchObject([
      {
        code: 'UNKNOWN_MODEL',
        path: ['input', 'model', 'name'],
        nearest: expect.arrayContaining(['PowerEdge R740']),
        value: 'PowerEdge R750',
      },
    ])
    expect(
      await refusal('{ terminal(input: { kind: LAPTOP, model: { name: "Lattitude" } }, strict: true) { archetype } }'),
    ).toMatchObject([
      { code: 'UNKNOWN_MODEL', path: ['input', 'model', 'name'], nearest: expect.arrayContaining(['Latitude']) },
    ])
    const item = '{ asset: { terminal: { kind: MONITOR, model: { name: "Nope" } } } }'
    const { fleet } = await askNewest(`{ fleet(items: [${item}], strict: true) { items { fault { code path } } } }`)
    expect(fleet.items[0].fault).toMatchObject({ path: expect.arrayContaining(['model', 'name']) })
  })

  test('is none where nothing but a maker, or an empty name, is given', async () => {
    for (const model of ['manufacturer: "Dell"', 'name: " "', 'type: RACK']) {
      expect((await server(model)).warnings.map(({ code }: Data) => code)).not.toContain('UNKNOWN_MODEL')
    }
  })
})

describe('A model that is known', () => {
  test.each([
    'name: "PowerEdge R740"',
    'name: "Dell PowerEdge R740"',
    'name: "poweredge-r740"',
    'name: "PowerEdgeR740"',
    'name: "R740"',
    'name: "R740", manufacturer: "Dell Inc."',
    'name: "DELL R740", manufacturer: "dell"',
  ])('of a server selects its archetype: %s', async (model) => {
    const { archetype, warnings } = await server(model)
    expect(archetype).toBe('dellR740')
    expect(warnings.map(({ code }: Data) => code)).not.toContain('UNKNOWN_MODEL')
  })

  test.each([
    ['PowerEdge R640', 'Dell', 'dellR640', 2, 32],
    ['R340', 'Dell', 'dellR340', 1, 16],
    ['PowerEdge R7515', 'Dell', 'dellR7515', 1, 8],
    ['DL365 Gen10 Plus', 'Hewlett Packard Enterprise', 'hpeDL365Gen10Plus', 1, 32],
  ])("is completed as its maker's sheet has it: %s of %s", async (name, manufacturer, archetype, cpus, gigabytes) => {
    const { server } =
      await askNewest(`{ server(input: { model: { name: "${name}", manufacturer: "${manufacturer}" } }) {
      archetype cpu { units { value } } ram { units { value } capacity { value source } } } }`)
    expect(server.archetype).toBe(archetype)
    expect(server.cpu.units.value).toBe(cpus)
    expect(server.ram[0].units.value * server.ram[0].capacity.value).toBe(gigabytes)
    expect(server.ram[0].capacity.source).toContain('https://')
  })

  test('without its end is another one: a DL365 Gen10 is not a Gen10 Plus', async () => {
    expect((await server('name: "DL365 Gen10"')).archetype).toBe('platform_compute_medium')
  })

  test('beside another archetype is left aside, with a warning', async () => {
    const { archetype, warnings } = await server('name: "R740"', ', archetype: "platform_compute_low"')
    expect(archetype).toBe('platform_compute_low')
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'NOT_USED', path: ['input', 'model', 'name'] }))
  })

  test.each([
    ['LAPTOP', 'Latitude 5450', 'laptop-pro', 'pro'],
    ['LAPTOP', 'Dell Latitude5450', 'laptop-pro', 'pro'],
    ['LAPTOP', 'Lenovo IdeaPad S145-15', 'laptop-perso', 'perso'],
    ['LAPTOP', 'Apple MacBook Pro 17 (2011)', 'laptop-pro', 'pro'],
    ['DESKTOP', 'HP Pavilion TP01', 'desktop-perso', 'perso'],
  ])('of a %s, %s, selects the type that its line is sold as', async (kind, name, archetype, type) => {
    expect(await terminal(`kind: ${kind}, model: { name: "${name}" }`)).toEqual({
      archetype,
      type: { value: type, status: 'COMPLETED', source: expect.stringContaining('https:') },
      warnings: [typical(kind.toLowerCase())],
    })
  })

  test('of a line has words that say so', async () => {
    const { type, warnings } = await terminal('kind: LAPTOP, model: { name: "Latitude 5450" }')
    expect(type.source).toMatch(/^Completed from the model Dell Latitude/)
    expect(warnings[0].message).toBe('This result does not use figures of this model. It uses a typical laptop.')
  })

  test.each([
    ['SMARTPHONE', 'Fairphone 2'],
    ['SMARTPHONE', 'Samsung Galaxy S24'],
    ['TABLET', 'iPad Pro 12.9'],
  ])('of a %s, %s, is known though its kind has no types', async (kind, name) => {
    expect((await terminal(`kind: ${kind}, model: { name: "${name}" }`)).warnings).toEqual([
      typical(kind.toLowerCase()),
    ])
  })

  test('goes behind the type that the caller gives', async () => {
    expect((await terminal('kind: LAPTOP, type: "perso", model: { name: "Latitude 5450" }')).type).toEqual({
      value: 'perso',
      status: 'INPUT',
      source: null,
    })
  })
})

describe('A type of terminal', () => {
  test('that nobody says is refused, with what is near', async () => {
    expect(await refusal('{ terminal(input: { kind: LAPTOP, type: "all-in-one" }) { archetype } }')).toMatchObject([
      {
        code: 'INVALID_VALUE',
        path: ['input', 'type'],
        message:
          'expected one of perso, pro, laptop, notebook, notebook pc, laptop computer, ultrabook, convertible, 2-in-1, chromebook, workstation, mobile workstation',
      },
    ])
    expect(await refusal('{ terminal(input: { kind: LAPTOP, type: "cromebook" }) { archetype } }')).toMatchObject([
      { nearest: expect.arrayContaining(['chromebook']) },
    ])
  })

  test('that nobody says is refused as before in a release that knows no such names', async () => {
    const asked = '{ release(id: "2026.11") { terminal(input: { kind: LAPTOP, type: "chromebook" }) { archetype } } }'
    expect(await refusal(asked)).toMatchObject([
      { path: ['input', 'type'], message: expect.stringMatching(/ perso, pro$/) },
    ])
  })

  test.each([
    ['LAPTOP', 'chromebook', 'pro'],
    ['LAPTOP', 'Mobile Workstation', 'pro'],
    ['DESKTOP', 'SFF', 'pro'],
  ])(
    'as people say it is read: a %s, %s, with a warning that its figures are those of a typical one',
    async (kind, type, read) => {
      const answer = await terminal(`kind: ${kind}, type: "${type}"`)
      expect(answer.type).toEqual({ value: read, status: 'CHANGED', source: expect.stringContaining(`"${type}"`) })
      expect(answer.warnings).toEqual([
        {
          code: 'READ_AS',
          message: expect.stringMatching(new RegExp(`"${type}".* ${kind}`, 'i')),
          path: ['input', 'type'],
        },
      ])
    },
  )

  test('that has no figures of its own has words that say so', async () => {
    const { type, warnings } = await terminal('kind: DESKTOP, type: "Small form factor"')
    expect(type.source).toBe('Given as "Small form factor"')
    expect(warnings[0].message).toBe(
      'There are no figures for type "small form factor". This result uses those of a typical desktop.',
    )
  })

  test.each([
    ['form: MINI', 'MINI', 'INPUT', null],
    ['form: TOWER, type: "pro"', 'TOWER', 'INPUT', { value: 'pro', status: 'INPUT', source: null }],
    ['type: "tower"', 'TOWER', 'COMPLETED', { value: 'tower', status: 'INPUT', source: null }],
    ['type: "All-in-one PC"', 'ALL_IN_ONE', 'COMPLETED', { value: 'all_in_one', status: 'CHANGED' }],
    ['model: { name: "Mac mini", manufacturer: "Apple" }', 'MINI', 'COMPLETED', undefined],
  ])('of a desktop may be its form: %s', async (given, form, status, type) => {
    const answer = await terminal(`kind: DESKTOP, ${given}`, 'form { value status } archetype')
    expect(answer.form).toEqual({ value: form, status })
    expect(answer.archetype).toBe(`desktop-${form.toLowerCase().replaceAll('_', '-')}`)
    if (type !== undefined && type !== null) expect(answer.type).toMatchObject(type)
    expect(answer.warnings.map(({ code }: Data) => code)).not.toContain('READ_AS')
  })

  test.each([
    ['LAPTOP', 'form: MINI', 'form'],
    ['LAPTOP', 'storage: 512', 'storage'],
    ['SMARTPHONE', 'inches: 6', 'inches'],
    ['MONITOR', 'storage: 5', 'storage'],
  ])('without effect on a %s is told: %s', async (kind, given, field) => {
    const { warnings } = await terminal(`kind: ${kind}, ${given}`)
    expect(warnings).toMatchObject([{ code: 'NOT_USED', path: ['input', field] }])
  })

  test('a year in which no device was made is told', async () => {
    const { warnings } = await terminal('kind: DESKTOP, form: MINI, year: 1875')
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_YEAR', path: ['input', 'year'] }])
  })

  test('of a kind without types stays as it was given', async () => {
    expect((await terminal('kind: MONITOR, type: "Gaming"')).type).toEqual({
      value: 'Gaming',
      status: 'INPUT',
      source: null,
    })
  })

  test('that says no more than the kind has no warning, and old names are as they were', async () => {
    expect((await terminal('kind: LAPTOP, type: "notebook"')).warnings).toEqual([])
    expect((await terminal('kind: LAPTOP, type: "Perso"')).type).toEqual({
      value: 'perso',
      status: 'INPUT',
      source: null,
    })
  })
})

test('earlier releases know neither models nor such types: a name says nothing there', async () => {
  const { release } = await askNewest(`{ release(id: "2026.11") {
    server(input: { model: { name: "PowerEdge R740" } }, strict: true) { archetype warnings { code } } } }`)
  expect(release.server.archetype).toBe('platform_compute_medium')
  expect(release.server.warnings.map(({ code }: Data) => code)).toEqual(['GENERIC_ARCHETYPE'])
})

describe('What a maker published of a model', () => {
  const figuresOf = async (input: string): Promise<Data> =>
    (
      await askNewest(`{ terminal(input: { ${input} }) {
        warnings { code message } model { value status } manufacturer { value status }
        makersFigures { value unit covers year source modelled }
        energy(duration: 8760) { value(exact: true) }
        usage { avgPower { status source } }
        impacts(criteria: [GWP, GWPPF, GWPPB, GWPPLU, ADPE], allocation: TOTAL) {
          criterion
          embedded { value(exact: true) likely { low median high } stages { stage } explanation { nodes { leaf status source distribution { kind gsd2 } } } }
        }
      } }`)
    ).terminal
  const ofMaker = (answer: Data) => answer.warnings.filter(({ code }: Data) => code === 'MAKERS_FIGURE')
  const impactOf = ({ impacts }: Data, criterion: string) =>
    impacts.find((each: Data) => each.criterion === criterion).embedded.value

  test.each([
    ['an unknown number', 'SMARTPHONE', 'iPhone 99', 58.144],
    ['a number alone', 'SMARTPHONE', '16', 58.144],
    ['a model without its plus', 'SMARTPHONE', 'Galaxy S24', 58.144],
    ['a size that was not published', 'LAPTOP', 'MacBook Air 15 M2', 185.09],
  ])('is not taken for %s: a %s, %s', async (_, kind, name, typical) => {
    const answer = await figuresOf(`kind: ${kind}, model: { name: "${name}" }`)
    expect(ofMaker(answer)).toEqual([])
    expect(answer.makersFigures).toEqual([])
    expect(impactOf(answer, 'GWP')).toBeCloseTo(typical, 2)
  })

  test.each([
    ['other storage than was published', 'SMARTPHONE', 'model: { name: "iPhone 16" }, storage: 512'],
    ['another form', 'DESKTOP', 'model: { name: "Mac mini M4" }, form: TOWER'],
    ['figures of our model', 'LAPTOP', 'model: { name: "MacBook Air M2" }, figures: MODEL'],
  ])('is not taken for %s, with a warning', async (_, kind, given) => {
    const answer = await figuresOf(`kind: ${kind}, ${given}`)
    expect(ofMaker(answer)).toEqual([])
    expect(answer.warnings.map(({ code }: Data) => code)).toContain('TYPICAL_MODEL')
  })

  test.each([
    ['LAPTOP', 'name: "MacBook Air M2"', 114.7, 'EMBEDDED'],
    ['LAPTOP', 'name: "MacBook Air (M2, 2022)", manufacturer: "Apple"', 114.7, 'EMBEDDED'],
    ['LAPTOP', 'name: "Mac14,2"', 114.7, 'EMBEDDED'],
    ['LAPTOP', 'name: "HP EliteBook 830 G8 Notebook PC"', 138.7, 'EMBEDDED'],
    ['SMARTPHONE', 'name: "Samsung Galaxy S24+"', 46.5, 'MAKING'],
    ['SMARTPHONE', 'name: "Fairphone 5"', 32.7, 'MAKING'],
    ['TABLET', 'name: "Surface Pro 8", manufacturer: "Microsoft"', 118, 'EMBEDDED'],
  ])('is taken for a %s with %s', async (kind, model, value, covers) => {
    const answer = await figuresOf(`kind: ${kind}, model: { ${model} }`)
    const [figure] = answer.makersFigures
    expect(figure).toMatchObject({ value, covers, unit: 'kg CO2 eq.', source: expect.stringContaining('http') })
    const stages = kind === 'SMARTPHONE' ? 2.27 + 0.246 : 0
    expect(impactOf(answer, 'GWP')).toBeCloseTo(value + stages, 9)
    expect(ofMaker(answer)[0].message).toContain(String(value))
    // The modelled figure of the same boundary stands beside it.
    const ours = await figuresOf(`kind: ${kind}, model: { ${model} }, figures: MODEL`)
    expect(figure.modelled).toBeCloseTo(impactOf(ours, 'GWP') - stages, 9)
    expect(impactOf(answer, 'ADPE')).toBe(impactOf(ours, 'ADPE'))
    const parts = ['GWPPF', 'GWPPB', 'GWPPLU'].reduce((sum, code) => sum + impactOf(answer, code), 0)
    expect(parts / value).toBeCloseTo(1, 3)
  })

  test('is one leaf with a GSD2 of 1.5, in the explanation and in the samples', async () => {
    const { impacts } = await figuresOf('kind: LAPTOP, model: { name: "MacBook Air M2" }')
    const { likely, explanation } = impacts[0].embedded
    const [leaf, ...others] = explanation.nodes.filter(({ leaf }: Data) => leaf.startsWith('published.'))
    expect(others).toEqual([])
    expect(leaf).toMatchObject({
      leaf: 'published.Apple MacBook Air 13 (M2, 256 GB).making.gwp',
      status: 'COMPLETED',
      source: expect.stringContaining('Apple'),
      distribution: { kind: 'EXACT', gsd2: 1.5 },
    })
    // exp(1.645 * ln(1.5) / 2) = 1.396.
    expect(likely.high / likely.median).toBeCloseTo(1.396, 1)
  })

  test('of electricity in a year is power in use: 16.7 kWh of a Latitude 7440', async () => {
    const answer = await figuresOf('kind: LAPTOP, model: { name: "Latitude 7440" }')
    expect(answer.energy.value).toBeCloseTo(16.7, 9)
    expect(answer.usage.avgPower).toMatchObject({
      status: 'COMPLETED',
      source: expect.stringMatching(/^16\.7 kWh a year/),
    })
    expect(ofMaker(answer)).toHaveLength(2)
    const measured = await figuresOf('kind: LAPTOP, model: { name: "Latitude 7440" }, usage: { avgPower: 30 }')
    expect(ofMaker(measured)).toHaveLength(1)
  })

  test('of several configurations is the least, unless the storage says more', async () => {
    const of = async (more: string) =>
      impactOf(await figuresOf(`kind: LAPTOP, model: { name: "MacBook Air M2" }${more}`), 'GWP')
    expect([await of(''), await of(', storage: 512')]).toEqual([114.7, 133.4])
  })

  test('that are the same in each fleet are not told, those in other numbers are', async () => {
    const item = (name: string, quantity: number) =>
      `{ quantity: ${quantity}, asset: { terminal: { kind: LAPTOP, model: { name: "${name}" } } } }`
    const codesOf = async (quantity: number) => {
      const [one, other] = [1, quantity].map(
        (each) => `fleet: [${item('MacBook Air M2', each)}, ${item('Latitude 5450', 3 - each)}]`,
      )
      const { comparison } = await askNewest(
        `{ comparison(items: [{ label: "a", ${one} }, { label: "b", ${other} }], duration: 8760) { warnings { code } } }`,
      )
      return comparison.warnings.map(({ code }: Data) => code)
    }
    expect(await codesOf(1)).not.toContain('METHODS_DIFFER')
    expect(await codesOf(2)).toContain('METHODS_DIFFER')
  })

  test('shows the model and its maker as they are known', async () => {
    const { model, manufacturer } = await figuresOf('kind: LAPTOP, model: { name: "dell latitude 7440" }')
    expect(model).toEqual({ value: 'Latitude 7440', status: 'CHANGED' })
    expect(manufacturer).toEqual({ value: 'Dell', status: 'COMPLETED' })
  })

  test.each([
    ['two makers', 'MacBook Air M2', 'Latitude 7440', ['METHODS_DIFFER']],
    ['a maker and our model', 'MacBook Air M2', 'Latitude 5450', ['METHODS_DIFFER']],
    ['one maker', 'Latitude 7440', 'Latitude 5330 2-in-1', []],
    ['our model', 'Latitude 5450', 'ThinkPad', ['SAME_DATA']],
  ])('compared by the methods of %s says so: %s, %s', async (_, one, other, codes) => {
    const item = (name: string) =>
      `{ label: "${name}", asset: { terminal: { kind: LAPTOP, model: { name: "${name}" } } } }`
    const compare = async (items: string) =>
      (await askNewest(`{ comparison(items: [${items}], criterion: GWP, duration: 8760) { warnings { code } } }`))
        .comparison
    const single = await compare([one, other].map(item).join(', '))
    expect(single.warnings.map(({ code }: Data) => code)).toEqual(codes)
    // In fleets as well.
    const fleets = [one, other]
      .map(
        (name) =>
          `{ label: "${name}", fleet: [{ asset: { terminal: { kind: LAPTOP, model: { name: "${name}" } } } }] }`,
      )
      .join(', ')
    expect((await compare(fleets)).warnings.map(({ code }: Data) => code)).toEqual(codes)
  })

  test.each([
    ['MacBook Air 13 (M2, 512 GB)', '', 133.4],
    ['MacBook Air M2 512GB', '', 133.4],
    ['MacBook Pro 16 M1 Pro 1TB', '', 278.9],
    ['MacBook Pro 16 (M1 Pro)', ', storage: 1000', 278.9],
  ])('of a configuration is that of the storage in its name: %s%s', async (name, more, value) => {
    const answer = await figuresOf(`kind: LAPTOP, model: { name: "${name}" }${more}`)
    expect(impactOf(answer, 'GWP')).toBe(value)
  })

  test.each([
    ['TABLET', 'iPad Pro 11 (2nd generation)'],
    ['TABLET', 'iPad Pro 11 (second generation)'],
    ['SMARTPHONE', 'iPhone 16 (Pro)'],
    ['SMARTPHONE', 'iPhone 13 (mini)'],
    ['SMARTPHONE', 'Galaxy S24+ (FE)'],
    ['LAPTOP', 'MacBook Air 13 (M9)'],
    ['LAPTOP', 'EliteBook 830 G8 (2019)'],
    ['LAPTOP', 'MacBook Air M2 (M3)'],
  ])('is not taken for what parentheses tell apart: a %s, %s', async (kind, name) => {
    const { warnings } = await figuresOf(`kind: ${kind}, model: { name: "${name}" }`)
    expect(warnings.map(({ code }: Data) => code)).toContain('TYPICAL_MODEL')
    expect(warnings.map(({ code }: Data) => code)).not.toContain('MAKERS_FIGURE')
  })

  test.each([
    ['LAPTOP', 'HP EliteBook 830 G8 (metal)', 'EliteBook 830 G8', 138.7],
    ['LAPTOP', 'EliteBook 830 G8 Notebook PC (without dock)', 'EliteBook 830 G8', 138.7],
    ['LAPTOP', '830 G8 (metal)', 'EliteBook 830 G8', 138.7],
    ['LAPTOP', 'Surface Laptop 4 15 (platinum)', 'Surface Laptop 4 15 (metal)', 177],
    ['LAPTOP', 'Surface Laptop 4 13.5 (metal)', 'Surface Laptop 4 13.5 (metal)', 143],
    ['LAPTOP', 'Surface Laptop 4 13.5 (Alcantara)', 'Surface Laptop 4 13.5 (Alcantara)', 123],
    ['MONITOR', 'HP P24 G4 (without stand)', 'P24 G4', 98],
    ['MONITOR', 'E27m G4', 'E27m G4 (without stand)', 168.5],
  ])('is found beside a remark in parentheses: a %s, %s', async (kind, name, model, value) => {
    const answer = await figuresOf(`kind: ${kind}, model: { name: "${name}" }`)
    expect(answer.model).toEqual({ value: model, status: name === model ? 'INPUT' : 'CHANGED' })
    expect(impactOf(answer, 'GWP')).toBeCloseTo(value, 9)
    expect(answer.warnings.map(({ code }: Data) => code)).not.toContain('UNKNOWN_VARIANT')
  })

  test.each([
    ['MacBook Pro (16-inch, 2021)', 254.8, ['MacBook Pro 16 (M1 Pro)', 'MacBook Pro 16 (M1 Max)']],
    ['Apple MacBook Pro (16-inch, 2021) 1TB', 278.9, ['MacBook Pro 16 (M1 Pro)', 'MacBook Pro 16 (M1 Max)']],
    ['Surface Laptop 4 13.5', 123, ['Surface Laptop 4 13.5 (Alcantara)', 'Surface Laptop 4 13.5 (metal)']],
    ['Surface Laptop 3 13.5 (black)', 100, ['Surface Laptop 3 13.5 (Alcantara)', 'Surface Laptop 3 13.5 (metal)']],
  ])('of a name that fits several models is the least, and says which: %s', async (name, value, models) => {
    const { terminal } = await askNewest(
      `{ terminal(input: { kind: LAPTOP, model: { name: "${name}" } }) {
        model { value status source } warnings { code message path }
        impact(criterion: GWP, allocation: TOTAL) { embedded { value(exact: true) } } } }`,
    )
    expect(terminal.impact.embedded.value).toBe(value)
    expect(terminal.model).toMatchObject({ value: models[0], status: 'CHANGED' })
    const [told, ...more] = terminal.warnings.filter(({ code }: Data) => code === 'UNKNOWN_VARIANT')
    expect(more).toEqual([])
    expect(told).toMatchObject({
      path: ['input', 'model', 'name'],
      message: expect.stringContaining(` uses ${models[0]},`),
    })
    const faults = await refusal(
      `{ terminal(input: { kind: LAPTOP, model: { name: "${name}" } }, strict: true) { kind } }`,
    )
    expect(faults).toMatchObject([{ code: 'UNKNOWN_VARIANT', path: ['input', 'model', 'name'], nearest: models }])
  })

  test('knows size and year of the model: a Q27h-10 has 27 inches', async () => {
    const { terminal } = await askNewest(
      `{ terminal(input: { kind: MONITOR, model: { name: "Q27h-10" }, figures: MODEL }) {
        inches { value status } impact(criterion: GWP, allocation: TOTAL) { embedded { value(exact: true) } } } }`,
    )
    expect(terminal.inches).toEqual({ value: 27, status: 'COMPLETED' })
    // 92 * (27 / 24)^2, transport and end of life.
    expect(terminal.impact.embedded.value).toBeCloseTo(116.4375 + 1.29 + 3.95, 9)
    const [figure] = (await figuresOf('kind: MONITOR, model: { name: "Q27h-10" }')).makersFigures
    expect(figure.modelled).toBeCloseTo(terminal.impact.embedded.value, 9)
  })

  test('keeps the parts of climate change within it', async () => {
    for (const input of ['kind: SMARTPHONE, model: { name: "iPhone 16" }', 'kind: MONITOR']) {
      const { terminal } = await askNewest(
        `{ terminal(input: { ${input} }) { impacts(criteria: [GWP, GWPPF], allocation: TOTAL) { embedded { min(exact: true) max(exact: true) } } } }`,
      )
      const [whole, fossil] = terminal.impacts.map(({ embedded }: Data) => embedded)
      expect(fossil.max).toBeLessThanOrEqual(whole.max)
    }
  })

  test('does not rank sizes of unknown models as if they were one', async () => {
    const phone = (name: string, storage: number) =>
      `{ label: "${name}", asset: { terminal: { kind: SMARTPHONE, model: { name: "${name}" }, storage: ${storage} } } }`
    const { comparison } = await askNewest(
      `{ comparison(items: [${phone('Galaxy S24', 128)}, ${phone('Xperia 5', 129)}], duration: 8760) { pairs { probabilityALower } } }`,
    )
    expect(Math.abs(comparison.pairs[0].probabilityALower - 0.5)).toBeLessThan(0.1)
  })

  test.each(['form: TOWER', 'form: TOWER, year: 2019', 'form: MINI, year: 2019', 'type: "pro"'])(
    'and forms, move between releases for causes that are named: %s',
    async (given) => {
      const { drift } = await askNewest(
        `{ drift(asset: { terminal: { kind: DESKTOP, ${given} } }, from: "2026.11", to: "2026.12", duration: 8760) { from { value } causes { leaf } } }`,
      )
      if (drift.from !== null) expect(drift.causes.map(({ leaf }: Data) => leaf)).not.toContain('rest')
    },
  )

  test.each([
    ['MacBook Air M2', 256, 512, 'EMBEDDED'],
    ['MacBook Pro (13-inch, M1, 2020)', 256, 512, 'EMBEDDED'],
    ['MacBook Pro (16-inch, 2021)', 512, 1024, 'EMBEDDED'],
  ])('ranks the configurations of one model as the maker does: %s', async (name, less, more) => {
    const item = (storage: number) =>
      `{ label: "${storage}", asset: { terminal: { kind: LAPTOP, model: { name: "${name}" }, storage: ${storage} } } }`
    const { comparison } = await askNewest(
      `{ comparison(items: [${item(less)}, ${item(more)}], duration: 43800) { pairs { probabilityALower } } }`,
    )
    // Both have the same use, and the ratio of making is that of the maker in every sample.
    expect(comparison.pairs[0].probabilityALower).toBe(1)
  })

  test('of two models of one maker is drawn apart', async () => {
    const item = (name: string) =>
      `{ label: "${name}", asset: { terminal: { kind: LAPTOP, model: { name: "${name}" } } } }`
    const { comparison } = await askNewest(
      `{ comparison(items: [${item('EliteBook 830 G8')}, ${item('EliteBook 830 G7')}], duration: 43800) { pairs { probabilityALower } } }`,
    )
    // 138.7 and 141.1 kg, each with a GSD2 of 1.5.
    expect(Math.abs(comparison.pairs[0].probabilityALower - 0.5)).toBeLessThan(0.2)
  })

  test('of configurations of one model is one driver of the spread of a fleet', async () => {
    const item = (storage: number) =>
      `{ quantity: 1, asset: { terminal: { kind: LAPTOP, model: { name: "MacBook Air M2" }, storage: ${storage} } } }`
    const { fleet } = await askNewest(`{ fleet(items: [${item(256)}, ${item(512)}]) {
      impact(criterion: GWP, allocation: TOTAL) { embedded {
        likely { low median high } drivers { leaf share } explanation { nodes { leaf distribution { spreadId gsd2 } } } } } } }`)
    const { likely, drivers, explanation } = fleet.impact.embedded
    const spreadId = 'published.Apple MacBook Air 13, 2022.making'
    expect(drivers).toEqual([{ leaf: spreadId, share: 1 }])
    const published = explanation.nodes.filter(({ leaf }: Data) => leaf.startsWith('published.'))
    expect(published.map(({ distribution }: Data) => distribution)).toEqual([
      { spreadId, gsd2: 1.5 },
      { spreadId, gsd2: 1.5 },
    ])
    // Drawn once, the sum is as wide as one of them: exp(1.645 * ln(1.5) / 2) = 1.396. Drawn apart, it is 1.27.
    expect(likely.high / likely.median).toBeCloseTo(1.396, 1)
  })

  test('of other criteria follows no method of makers', async () => {
    const item = (name: string) =>
      `{ label: "${name}", asset: { terminal: { kind: LAPTOP, model: { name: "${name}" } } } }`
    const { comparison } = await askNewest(
      `{ comparison(items: [${item('MacBook Air M2')}, ${item('ThinkPad')}], criterion: ADPE, duration: 8760) { warnings { code } } }`,
    )
    expect(comparison.warnings.map(({ code }: Data) => code)).not.toContain('METHODS_DIFFER')
    const { stdout } = await runHere(['iPhone 16 vs iPhone 15', '--format', 'table'])
    expect(stdout).toContain('different methods')
  })
})

test('a server whose only sheet is of 2019 says that its method is not ours, unless the caller has a figure', async () => {
  const codes = async (input: string) => {
    const { server } = await askNewest(`{ server(input: { ${input} }) { warnings { code path } } }`)
    return server.warnings.filter(({ code }: Data) => code === 'METHODS_DIFFER')
  }
  expect(await codes('model: { name: "PowerEdge R640" }')).toEqual([
    { code: 'METHODS_DIFFER', path: ['input', 'model', 'name'] },
  ])
  expect(await codes('model: { name: "PowerEdge R640" }, own: { making: 1200 }')).toEqual([])
  expect(await codes('model: { name: "PowerEdge R740" }')).toEqual([])
})
