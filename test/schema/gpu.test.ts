import { describe, expect, test } from 'vitest'
import { EXACT_IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { ask, errorsOf } from '../world.ts'
import { component, gwp, made } from './support/component.ts'

describe('a graphics card', () => {
  test('that is typical has 814 mm2, with 80 GB in 6 dies', async () => {
    const { gpuSurface, vramSurface, impacts } = await component(
      'gpu: {}',
      `${gwp} ... on Gpu { gpuSurface ${NUMBER} vramSurface ${NUMBER} }`,
    )
    expect(gpuSurface.value).toBeCloseTo(2808.445102929598, 8)
    // 80 * 15.5 / 6 = 206.667 mm2 per die: A' = 212.457, N = 332.705 - 45.722 = 286.983, yield = exp(-0.460931) =
    // 0.630696
    // 246.306 / 0.630696 = 390.531; times 6.
    expect(vramSurface.value).toBeCloseTo(6 * 390.53, 0)
    const value =
      8.2542 * 0.79 +
      5.7412 * 0.9 +
      0.032549 * 296 +
      0.042592 * gpuSurface.value +
      0.18379 * vramSurface.value +
      0.25955 * 1.69 +
      1.33e-5 * 19_000 * 1.69 +
      5.04e-5 * 1000 * 1.69 +
      1.5062 * 1.69
    expect(impacts[0].embedded.value).toBeCloseTo(value, 6)
    expect(impacts[0].embedded.warnings).toEqual([])
    // No power was given, and there is no model of it.
    expect(impacts[0].use).toBeNull()
  })

  test('by a name that no row has is a typical card, with a warning', async () => {
    const unknown = await component(
      'gpu: { name: "Voodoo 2" }',
      `${gwp} warnings { message } ... on Gpu { weight ${NUMBER} }`,
    )
    expect(unknown.warnings).toEqual([expect.stringContaining('Unknown name "Voodoo 2"')])
    expect(unknown.weight).toMatchObject({ status: 'ARCHETYPE', value: 1.69 })
    expect(unknown.impacts[0].embedded.value).toBe((await made('gpu: {}')).value)
  })

  test('by its name has the figures of its row, as by its model as archetype; what the caller gives stays', async () => {
    const fields = `${gwp} warnings { message } ... on Gpu { name ${TEXT} weight ${NUMBER} vramDies ${NUMBER} }`
    const named = await component('gpu: { name: "nvidia l4" }', fields)
    expect(named.name).toMatchObject({ status: 'CHANGED', value: 'NVIDIA L4' })
    expect(named.warnings).toEqual([])
    expect(named.weight).toMatchObject({ status: 'COMPLETED', value: 0.142 })
    const own = await component('gpu: { name: "NVIDIA L4" }', gwp, 'NVIDIA L4')
    expect(named.impacts[0].embedded.value).toBe(own.impacts[0].embedded.value)
    const heavier = await component('gpu: { name: "NVIDIA L4", weight: 2 }', fields)
    expect(heavier.weight).toMatchObject({ status: 'INPUT', value: 2 })
    expect(heavier.vramDies).toMatchObject({ status: 'COMPLETED', value: 12 })
    // A GTX 1080 Ti is 89 kg, a typical card 575.
    expect((await made('gpu: { name: "NVIDIA GTX 1080 Ti" }')).value).toBeCloseTo(89.1, 1)
  })

  test('has a thermal design power: given, of its row, or none', async () => {
    const tdp = async (input: string, archetype = '') => {
      const argument = archetype === '' ? '' : `, archetype: "${archetype}"`
      const field = `component(input: { gpu: { ${input} } }${argument}) { ... on Gpu { tdp ${NUMBER} } }`
      const { release } = await ask(`{ release(id: "2026.11") { ${field} } }`)
      return release.component.tdp
    }
    expect(await tdp('tdp: 250, name: "NVIDIA L4"')).toMatchObject({ status: 'INPUT', value: 250, unit: 'W' })
    expect(await tdp('name: "NVIDIA H100 SXM 80GB"')).toMatchObject({ status: 'COMPLETED', value: 700, min: 700 })
    expect(await tdp('', 'NVIDIA H100 SXM 80GB')).toMatchObject({ status: 'ARCHETYPE', value: 700, max: 700 })
    expect(await tdp('')).toBeNull()
    const [error] = await errorsOf('{ component(input: { gpu: { tdp: 0 } }) { label } }')
    expect(error?.cause.faults).toMatchObject([{ path: ['input', 'gpu', 'tdp'], message: 'expected a number above 0' }])
  })

  test('by its model as archetype has the published figures', async () => {
    const own = await component(
      'gpu: { name: "NVIDIA L4" }',
      `${gwp} warnings { message } ... on Gpu { weight ${NUMBER} }`,
      'NVIDIA L4',
    )
    expect(own.warnings).toEqual([])
    expect(own.impacts[0].embedded.value).not.toBe((await made('gpu: {}')).value)
  })

  test('with a power of its own uses it, times units: 0.098 * 3 * 0.1 kW * 1000 h', async () => {
    const { impacts } = await component(
      'gpu: { units: 3, usage: { avgPower: 100, usageLocation: "FRA" } }',
      `impacts(criteria: [GWP], duration: 1000) ${EXACT_IMPACTS}`,
    )
    expect(impacts[0].use.value).toBeCloseTo(0.098 * 3 * 0.1 * 1000, 10)
  })
})
