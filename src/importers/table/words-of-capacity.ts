import { formFactorIn, generationIn } from '../hardware/words-of-hardware.ts'
import type { Column } from './columns.ts'

/** What a cell of a capacity says besides the amount. */
export interface WordsOfCapacity {
  /** The amount: `2 x 16GB`. */
  readonly amount: string
  /** What the other words say, for other columns. */
  readonly also: readonly (readonly [Column, string])[]
  /** The column of the other kind of drive, if the words name that one. */
  readonly other?: Column
}

/** Words that say nothing about the amount, in any case. */
const OF_MEMORY =
  /^((lp|so)?ddr[2-5]x?(-?\d{3,5})?|(non-?)?ecc|reg(istered)?|(lr|r|u|so-?|c)?dimms?|s?dram|ram|memory|pc\d-?\d+[a-z]*|\d+(mhz|mt\/s))$/
const OF_DRIVE =
  /^(ssds?|hdds?|nvme|m\.?2|msata|u\.[23]|s-?ata(-?\d)?|(nl-?)?sas(-?\d+g)?|pcie(-?\d(\.0)?)?|[23][.,]5("|''|-?inch|-?zoll|in)|(\d+(\.\d)?)k?rpm|(7\.2|10|15)k|raid\d{0,2}|disk|drive|flash)$/
/** The level of an array, not an amount: `RAID 5`. */
const A_RAID = /\b(raid)[ -]?(\d{1,2})\b(?! ?[gtp]i?[bo]\b)/gi
const IS_SSD = /\b(ssds?|nvme|m\.?2|msata|flash|solid[ -]?state)\b/i
const IS_HDD =
  /\b(hdds?|nl-?sas|\d+rpm|(7\.2|10|15)k|hard ?(disk|drive)s?|festplatten?|disques? durs?|discos? duros?|dis(co|chi) rigid[oi]|magnetic|spinning|rotational)\b/i
const DRIVES = {
  ssd_capacity: { others: IS_HDD, other: 'hdd_capacity', formFactor: 'ssd_form_factor' },
  hdd_capacity: { others: IS_SSD, other: 'ssd_capacity', formFactor: 'hdd_form_factor' },
} as const

/** The column of the kind of drive that a text names, if any: `512 GB SSD`. */
export function mediumIn(text: string): 'ssd_capacity' | 'hdd_capacity' | undefined {
  if (IS_SSD.test(text)) return 'ssd_capacity'
  return IS_HDD.test(text.replace(/(\d) +(?=rpm\b)/gi, '$1')) ? 'hdd_capacity' : undefined
}

/**
 * Splits the words off a cell of a capacity. Undefined for other columns, and for a cell without such words.
 *
 * Example: `2 x 16GB DDR4 ECC` in ram_capacity is `2 x 16GB`, and DDR4 for ram_generation.
 */
export function wordsOfCapacity(cell: string, column: Column): WordsOfCapacity | undefined {
  if (column !== 'ram_capacity' && column !== 'ssd_capacity' && column !== 'hdd_capacity') return undefined
  const isWord = column === 'ram_capacity' ? OF_MEMORY : OF_DRIVE
  const tokens = cell
    .replace(/(\d) +(?=(mhz|mt\/s|rpm)\b)/gi, '$1')
    .replace(A_RAID, '$1$2')
    .split(/\s+/)
  const words: string[] = []
  const takeWhile = (at: 0 | -1) => {
    while (tokens.length > 1) {
      const token = (tokens.at(at) as string).replace(/^[(,]+|[),:]+$/g, '')
      if (token !== '' && !isWord.test(token.toLowerCase())) return
      words.push(token)
      if (at === 0) tokens.shift()
      else tokens.pop()
    }
  }
  takeWhile(-1)
  takeWhile(0)
  if (words.length === 0) return undefined
  const [amount, said] = [tokens.join(' '), words.join(' ')]
  if (column === 'ram_capacity') {
    const generation = generationIn(said)
    return { amount, also: generation === undefined ? [] : [['ram_generation', generation]] }
  }
  const { others, other } = DRIVES[column]
  const isOther = others.test(said)
  const formFactor = formFactorIn(said)
  const { formFactor: place } = DRIVES[isOther ? other : column]
  return { amount, also: formFactor === undefined ? [] : [[place, formFactor]], ...(isOther && { other }) }
}
