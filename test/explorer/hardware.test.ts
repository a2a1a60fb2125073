import { describe, expect, it } from 'vitest'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { textOf } from './support/text-of.ts'

/** What a reader knows of the hardware: model, type, generation, form factor and year. */
const { open, ask } = useExplorer()

const CONDITIONS = '&location=FRA&duration=1y&criteria=gwp'

describe('hardware that cannot be as it was entered', () => {
  it.each([
    ['s=server;model=PowerEdge R9999', 'model', '“PowerEdge R9999” is not known.'],
    ['s=server;ramCapacity=32;ramGeneration=DDR9', 'ramGeneration', '“DDR9” is not known.'],
    ['s=server;ramCapacity=32;ramYear=1950', 'ramYear', 'No such part was made in 1950.'],
    ['s=server;ssdCapacity=480;ssdFormFactor=potato', 'ssdFormFactor', '“potato” is not known.'],
    [
      's=server;hddCapacity=20000;hddFormFactor=2.5-inch',
      'hddFormFactor',
      '2.5-inch drives hold at most 6000 GB, not 20000 GB.',
    ],
    ['s=server;ssdCapacity=480;hddCapacity=4000;hddYear=2012.5', 'hddYear', 'Enter a whole number.'],
    ['s=server;cpuUnits=1e309', 'cpuUnits', 'Enter a number; “1e309” is not one.'],
    ['s=component;kind=hdd;year=20000000000', 'year', 'Enter a whole number.'],
    ['s=component;kind=ram;capacity=256;generation=DDR3', 'capacity', 'DDR3 modules hold at most 64 GB, not 256 GB.'],
    ['s=terminal;kind=LAPTOP;model=Nothing 3000', 'model', '“Nothing 3000” is not known.'],
    [
      's=terminal;kind=LAPTOP;type=zeppelin',
      'type',
      'Enter one of perso, pro, laptop, notebook, notebook pc, laptop computer, ultrabook, convertible, 2-in-1, chromebook, workstation, mobile workstation.',
    ],
  ])('is told next to its field: %s', async (subject, field, words) => {
    const page = await open(`/explorer?${subject}${CONDITIONS}`)
    const fault = page.locator(`#subject-0-${field}-fault`)
    await fault.waitFor()
    expect((await textOf(fault)).split(' Did you mean')[0]).toBe(words)
  })
})

describe('hardware that is known', () => {
  it('is assessed as the API assesses it: a server by its model, memory and drives', async () => {
    const page = await open(
      '/explorer?s=server;model=PowerEdge R740;ramUnits=12;ramCapacity=32;ramGeneration=DDR4;ramYear=2019;' +
        'ssdCapacity=480;ssdFormFactor=M.2;ssdYear=2019;hddUnits=3;hddCapacity=4000;hddFormFactor=3.5-inch;hddYear=2018' +
        CONDITIONS,
    )
    await settled(page)
    expect(await textOf(page.locator('.total-name'))).toContain('PowerEdge R740')
    const { server } = await ask(`{ server(input: { model: { name: "PowerEdge R740" }, usage: { usageLocation: "FRA" },
      configuration: { ram: [{ units: 12, capacity: 32, generation: DDR4, year: 2019 }], disks: [
        { ssd: { capacity: 480, formFactor: "M.2", year: 2019 } },
        { hdd: { units: 3, capacity: 4000, formFactor: INCH_3_5, year: 2018 } }] } }, strict: true) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } }`)
    expect((await shownTotal(page, 'A'))[0]).toBeCloseTo(server.impact.total.value, -1)
  })

  it.each([
    ['LAPTOP', 'chromebook'],
    ['LAPTOP', 'workstation'],
    ['DESKTOP', 'small form factor'],
  ])('by its type, as people say it, with what was taken for it: a %s, %s', async (kind, type) => {
    const page = await open(`/explorer?s=terminal;kind=${kind};type=${type}${CONDITIONS}`)
    await settled(page)
    await page
      .getByText(/notes? on this figure/)
      .first()
      .click()
    const note = page.getByText(`There are no figures for type "${type}".`, { exact: false })
    await note.first().waitFor()
  })

  it.each([
    ['mini', 'MINI'],
    ['all-in-one', 'ALL_IN_ONE'],
  ])('by its type, which tells its form: a desktop, %s', async (type, form) => {
    const page = await open(`/explorer?s=terminal;kind=DESKTOP;type=${type}${CONDITIONS}`)
    await settled(page)
    const assessed = (input: string) =>
      `terminal(input: { kind: DESKTOP, ${input} usage: { usageLocation: "FRA" } }) {
        impact(criterion: GWP, duration: 8760) { total { value } } }`
    const { formed, typical } = await ask(`{ formed: ${assessed(`form: ${form},`)} typical: ${assessed('')} }`)
    expect(formed.impact.total.value).not.toBe(typical.impact.total.value)
    expect((await shownTotal(page, 'A'))[0]).toBe(formed.impact.total.value)
    expect(await page.getByText('There are no figures for type').count()).toBe(0)
  })

  it('by its model: a laptop', async () => {
    const page = await open(`/explorer?s=terminal;kind=LAPTOP;model=MacBook Pro 14${CONDITIONS}`)
    await settled(page)
    expect(await textOf(page.locator('.total-name'))).toContain('MacBook Pro 14')
  })
})
