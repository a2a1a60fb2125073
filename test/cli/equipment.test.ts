import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'

/** What the command answers to a phrase, as JSON. */
async function asked(...phrase: readonly string[]) {
  const { status, stdout, stderr } = await runHere([...phrase, '--format', 'json'])
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

test.for([
  ['scanner', /^error: No figures for scanners/],
  ['NAS', /"NAS"\. Did you mean storage_array\b/],
  ['2 kg laptop', /"2 kg laptop"/],
  ['laptop printer', /"laptop printer"/],
] as const)('%s is not known', async ([phrase, message]) => {
  const { status, stderr } = await runHere([phrase])
  expect(status).not.toBe(0)
  expect(stderr).toMatch(message)
})

test.for([
  ['48-port switch', 1, { kind: 'SWITCH', ports: 48 }],
  ['48 port switch', 1, { kind: 'SWITCH', ports: 48 }],
  ['2 24-port core switches', 2, { kind: 'SWITCH', type: 'data_centre', ports: 24 }],
  ['10 laser printers', 10, { kind: 'PRINTER', type: 'laser' }],
  ['2 firewalls in France', 2, { kind: 'FIREWALL', usage: { usageLocation: 'FRA' } }],
  ['NetApp storage array', 1, { kind: 'STORAGE_ARRAY', model: 'NetApp' }],
  ['3 Cisco Catalyst 9300 switches', 3, { kind: 'SWITCH', model: 'Cisco Catalyst 9300' }],
  ['Nintendo Switch', 1, { kind: 'CONSOLE', type: 'portable' }],
  ['thin client', 1, { kind: 'THIN_CLIENT' }],
] as const)('%s is %d of its kind, with what its words say', async ([phrase, quantity, equipment]) => {
  const { quantity: many, asset, impacts } = await asked(phrase)
  expect([many, asset]).toEqual([quantity, { equipment }])
  expect(impacts.gwp.embedded).not.toBeNull()
})

test('a kind without an open figure says what to give', async () => {
  const { impacts } = await asked('3 UPS')
  expect(impacts.gwp).toMatchObject({ embedded: null, reason: expect.stringContaining('own.making') })
})

test('all rows of an inventory are assessed, left out, or faulty with one thing to give', async () => {
  const fields = 'status,assessed_as,gwp_embedded_coverage'
  const file = 'test/importers/files/equipment-es.csv'
  const { stdout, stderr } = await runHere(['assess', file, '--fields', fields])
  const [, ...rows] = stdout.trim().split('\n')
  const isAssessed = (row: string) => row.startsWith('assessed')
  expect(rows.filter(isAssessed).length).toBe(11)
  expect(rows.filter((row) => row.startsWith('skipped')).length).toBe(1)
  // All but the UPS have a figure.
  expect(rows.filter((row) => isAssessed(row) && !row.endsWith(',1.0'))).toEqual(['assessed,ups,0.0'])
  expect(stderr).toContain(`${file}:14: `)
})
