import { describe, expect, test } from 'vitest'
import { Releases } from '../../src/catalogue/releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../../src/catalogue/tables/table-folder.ts'
import { Assessor } from '../../src/library/assessor.ts'
import { releases } from '../world.ts'

const release = releases.find('2026.12')
const assessor = new Assessor(release)

async function makingOf(name: string) {
  const { impacts } = await assessor.assess({ component: { gpu: { name } } })
  return impacts.gwp?.embedded ?? { value: Number.NaN, min: Number.NaN, max: Number.NaN }
}

/** kg per kg of casing and heat sink, per cm2 of board, per mm2 of wafer, per kg of card. */
const CASING = 8.2542
const HEATSINK = 5.7412
const BOARD = 0.032549
const PROCESSOR = 0.042592
const MEMORY = 0.0345
/** Materials moved, 19,000 km by boat, 1,000 km by truck, end of life: 0.25955 + 0.2527 + 0.0504 + 1.5062. */
const REST = 2.06885
/** A card with GDDR, besides its parts. */
const GDDR = 24.4

/** A card by hand; wafer of the processor and of all dies of memory in mm2. */
function byHand(card: {
  processor: number
  memory: number
  board: number
  casing: number
  heatsink: number
  weight: number
}) {
  const { processor, memory, board, casing, heatsink, weight } = card
  return PROCESSOR * processor + MEMORY * memory + BOARD * board + CASING * casing + HEATSINK * heatsink + REST * weight
}

/**
 * Wafer by Murphy, A / ((1 - exp(-x)) / x)^2 with x = A * 0.001. Memory has 15.5 mm2 per GB over its
 * dies. 40 GB in 6 dies are 103.33 mm2 each, so x = .10333 and (1 - .901826) / .10333 = .95007. Its square is .90263,
 * which makes
 * 114.48 mm2 of wafer, and 686.9 for all 6.
 */
const CARDS = [
  {
    name: 'NVIDIA A100 PCIe 40GB',
    least: 100,
    most: 130,
    hand: byHand({ processor: 1783, memory: 686.9, board: 234.36, casing: 0.387, heatsink: 0.609, weight: 1.23 }),
  },
  {
    // 11 GB in 11 dies: 15.5 mm2 each, yield .98463, 15.742 mm2 of wafer.
    name: 'NVIDIA GTX 1080 Ti',
    least: 70,
    most: 85,
    hand:
      GDDR + byHand({ processor: 740.6, memory: 173.2, board: 312.14, casing: 0.252, heatsink: 0.427, weight: 0.881 }),
  },
  {
    // 16 GB in 4 dies: 62 mm2 each, yield .94017, 65.945 mm2 of wafer.
    name: 'NVIDIA P100',
    least: 60,
    most: 80,
    hand: byHand({ processor: 1088.5, memory: 263.8, board: 295.26, casing: 0.175, heatsink: 0.538, weight: 0.888 }),
  },
  {
    // 24 GB in 12 dies: 31 mm2 each, yield .96948, 31.976 mm2 of wafer. Published: 58 kg.
    name: 'NVIDIA L4',
    least: 53,
    most: 63,
    hand: GDDR + byHand({ processor: 392.5, memory: 383.7, board: 93.13, casing: 0, heatsink: 0.0871, weight: 0.142 }),
  },
  {
    // 80 GB in 6 dies: 206.67 mm2 each, yield .81625, 253.19 mm2 of wafer.
    name: 'NVIDIA H100 SXM 80GB',
    least: 130,
    most: 160,
    hand: byHand({ processor: 1739, memory: 1519.1, board: 105, casing: 0, heatsink: 1.25, weight: 1.56 }),
  },
  {
    // Two dies of 800 mm2: yield .47380, 1,688.5 mm2 each. 180 GB in 8 dies: 348.75 mm2, yield .71274, 489.3 mm2 of
    // wafer.
    name: 'NVIDIA B200 SXM 180GB',
    least: 280,
    most: 330,
    hand: byHand({ processor: 3377, memory: 3914.5, board: 105, casing: 0, heatsink: 1.25, weight: 1.56 }),
  },
]

describe('Making a graphics card in release 2026.12', () => {
  test.each(CARDS)('is $least to $most kg of a $name, as by hand within 0.1 %', async ({ name, least, most, hand }) => {
    const { value, min, max } = await makingOf(name)
    expect(value).toBeGreaterThan(least)
    expect(value).toBeLessThan(most)
    expect(Math.abs(value / hand - 1)).toBeLessThan(0.001)
    expect(min).toBeLessThan(value)
    expect(max).toBeGreaterThan(value)
  })

  test('has the bounds of its factors: an H100 SXM from .024 * 1739 + .02 * 1519 on', async () => {
    const others = byHand({ processor: 0, memory: 0, board: 105, casing: 0, heatsink: 1.25, weight: 1.56 })
    const { min, max } = await makingOf('NVIDIA H100 SXM 80GB')
    expect(min).toBeCloseTo(0.024 * 1739 + 0.02 * 1519.1 + others, 0)
    expect(max).toBeCloseTo(0.055 * 1739 + 0.06 * 1519.1 + others, 0)
  })

  test('counts what the release before counted for the PCIe card, with its casing', async () => {
    const card = { processor: 1739, memory: 1519.1, board: 296.37, casing: 0.78923, heatsink: 0.90077, weight: 1.69 }
    expect((await makingOf('NVIDIA H100 PCIe 80GB')).value).toBeCloseTo(byHand(card), 0)
  })

  test('follows into the instance: a p5.48xlarge has eight of them', async () => {
    const asset = { cloudInstance: { provider: 'aws', instanceType: 'p5.48xlarge' } }
    const explained = await assessor.explain(asset, { criteria: ['gwp'] })
    const cards = explained.find(({ label }) => label.startsWith('GPU'))?.embedded.gwp?.value
    expect(cards).toBeCloseTo(8 * (await makingOf('NVIDIA H100 SXM 80GB')).value, 6)
  })
})

test('every wafer area of release 2026.12 is that of its die by Murphy', () => {
  const files = readTableFolders(SHIPPED_FOLDER).overlays.find(({ name }) => name === '2026.12')?.files
  const alone = new Releases([release.tables]).newest.references
  for (const line of files?.['gpus.csv']?.split('\n').slice(1).filter(Boolean) ?? []) {
    const [name = '', , , , surface, , , , , , , , die] = line.split(',')
    if (!surface) continue
    const dies = line.includes('two dies') ? 2 : 1
    const area = Number(die) / dies
    const good = ((1 - Math.exp(-area / 1000)) / (area / 1000)) ** 2
    expect(alone.gpuModel(name)?.gpuSurface, name).toBeCloseTo((dies * area) / good, 1)
  }
})
