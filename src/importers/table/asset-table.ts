import { WHOLE_LIFE } from '../../input/duration.ts'
import { readPowerProfile } from '../../input/power-profile.ts'
import { ASSETS, COMPONENTS, concerns, type KindColumns } from '../../kinds.ts'
import { instanceTypeIn, isInstanceType, isTypeOfAzure, TYPES } from '../billing/instance-type-in.ts'
import { isNoZone, isRegionLike, regionNamed, regionOfZone } from '../billing/region-of.ts'
import { checkAsset, shorten } from '../check-asset.ts'
import { formFactorOf, generationOf, isOfOneSocket, isVirtual } from '../hardware/words-of-hardware.ts'
import { ImportError } from '../import-error.ts'
import type { ImportedAsset, RowFault, RowOutcome, RowWarning } from '../imported.ts'
import { type PartWithCapacity, partsInWords, splitTotal } from '../split-total.ts'
import { hasWords, valuesOf, wordIn } from './cell-words.ts'
import { DESCRIPTIONS } from './column-names.ts'
import {
  type Column,
  type ColumnMap,
  NOT_READ,
  NUMBERS,
  type NumberColumn,
  OF_STORAGE,
  POWERS,
  SHARED,
  type SharedColumn,
  USAGE_NUMBERS,
} from './columns.ts'
import { findColumns, hasMachines } from './find-columns.ts'
import { isOfFewKinds, isOwnName } from './heading-of.ts'
import { WITH_CARDS } from './kind-words.ts'
import {
  describedBy,
  isSoftware,
  KINDS,
  kindOf,
  kindWithin,
  nearestKinds,
  noFiguresFor,
  rowKind,
  vagueKinds,
} from './kinds.ts'
import { areTooFewWatts } from './least-watts.ts'
import { mapping } from './map-target.ts'
import { type NumberedPart, positionsOf } from './numbered-parts.ts'
import { countryOf, countryWithin } from './place-names.ts'
import { plain } from './plain-name.ts'
import {
  AN_AMOUNT,
  amountsIn,
  isEmpty,
  isNumberOf,
  markIn,
  namesGigabytes,
  type ReadCell,
  readCell,
  readName,
  saysNone,
  tellsGigabytes,
  unitsColumnOf,
} from './read-cell.ts'
import { fitsPart, isEmptySlot, type NamedCell, type PartCells, readParts } from './read-parts.ts'
import {
  type DecimalMark,
  numberOrText,
  ON_THEIR_OWN,
  readQuantity,
  type TableReader,
  trimmed,
} from './table-reader.ts'
import { uniqueNames } from './unique-names.ts'
import { hasUnits, isLife } from './units.ts'
import { mediumIn } from './words-of-capacity.ts'

type Cells = Partial<Record<Exclude<Column, NumberColumn>, string> & Record<NumberColumn, number | string>>
type Group = Record<string, unknown>

/** Columns of places, and their usage fields. */
export const USAGE_TEXTS = { location: 'usageLocation', region: 'region' } as const
export const PLACES = Object.keys(USAGE_TEXTS) as readonly (keyof typeof USAGE_TEXTS)[]
const USAGE_COLUMNS = { ...USAGE_TEXTS, ...USAGE_NUMBERS, power_profile: 'powerProfile' } as const
const NUMBER_NAMES: ReadonlySet<Column> = new Set(NUMBERS)
const NOT_KEYS: ReadonlySet<Column> = new Set(['label', 'quantity'])
const LONGEST_DURATION = 1e12
const PARTS_OF_SERVER = ['cpu', 'gpu', 'ram', 'ssd', 'hdd'] as const
const DRIVES_OF_ARRAY = ['ssd', 'hdd'] as const
const PARTS_WITH_CAPACITY: readonly PartWithCapacity[] = ['ram', 'ssd', 'hdd']
/** Allowed values in a row's own settings. */
export const OPTIONS = { allocation: ['LINEAR', 'TOTAL'], boundary: ['EQUIPMENT', 'DATA_CENTRE'] } as const

/** A table with one asset per line. Throws an ImportError if it has no known column, or two with one meaning. */
export function assetTable(header: readonly string[], map: ColumnMap = {}): TableReader {
  const { at: found, parts, unclear, units, tags, open, guessed, several, eitherPower } = findColumns(header, map)
  const columns = [...found.keys()].filter((column) => !NOT_KEYS.has(column))
  if (columns.length === 0) throw new ImportError(unknownTable(header))
  const implied = impliedKind(found)
  if (implied === 'server') checkVirtual(header, found, map)
  const names = uniqueNames(header)
  const nameOf = (column: Column) => header[found.get(column) ?? -1] || column
  /** A number alone below `Disks` counts them. */
  const tells = (column: Column, cell: string) => (column === several ? namesGigabytes(cell) : tellsGigabytes(cell))
  const isOfZones = /zon[ae]/i.test(nameOf('region'))
  const isOfMachines = hasMachines(found)
  const state = found.get('instance_state') ?? -1
  const ended = !isOfMachines && guessed.includes(state) ? state : undefined
  /** A map, or our own name, says for certain what such a column counts. */
  const isProcessors = isOwnName(nameOf('cpu_units')) || nameOf('cpu_units') in map
  const keys = columns.map((column) => found.get(column) as number)
  const quantity = found.get('quantity')
  // Below `Accessory`, a column of descriptions tells what a row is.
  const labelled = found.get('label') ?? -1
  const description = found.has('kind') && DESCRIPTIONS.has(plain(header[labelled] ?? '')) ? labelled : undefined
  if (description !== undefined) keys.push(description)
  // A power of all assets of a row is divided by their number.
  if (found.has('total_power') && quantity !== undefined) keys.push(quantity)
  const numbered = [...parts.values()].flat()
  for (const at of numbered.flatMap(positionsOf)) if (!keys.includes(at)) keys.push(at)
  const partAt = (at: number | undefined) => numbered.find((each) => each.at === at)
  const unitOf = (at: number, column: Column) => (partAt(at) ?? { unit: units.get(column) }).unit
  const readAs = header.map((): string | undefined => undefined)
  for (const at of tags) readAs[at] = 'tag'
  for (const [column, at] of found) readAs[at] = column
  for (const [column, group] of parts) for (const at of group.flatMap(positionsOf)) readAs[at] = column
  return {
    format: 'csv',
    keys,
    label: found.get('label'),
    quantity,
    numbers: [
      ...new Set([
        ...[...NUMBERS, 'capacity' as const, 'year' as const].flatMap((column) => found.get(column) ?? []),
        ...numbered.flatMap(({ at, count }) =>
          readAs[at] === 'cpu_name' ? [] : [at, ...((count ?? -1) >= 0 ? [count as number] : [])],
        ),
      ]),
    ],
    markIn(cell, at) {
      const column = readAs[at] as Column
      return markIn(cell, column, unitOf(at, column))
    },
    isCounted: true,
    names,
    numbered: numbered.map(({ at }) => at),
    unclear,
    readAs,
    open,
    guessed,
    ...(several !== undefined && { several: found.get(several) as number }),
    ifFits: [...(ended === undefined ? [] : [ended]), ...guessed.filter((at) => isOfFewKinds(readAs[at]))],
    unitless: [...found].flatMap(([column, at]) =>
      hasUnits(column) && !units.has(column) && partAt(at) === undefined ? at : [],
    ),
    fits(cell, at, kindCell) {
      const column = readAs[at] as Column
      const unit = unitOf(at, column)
      if (column === 'instance_type') return isInstanceType(cell)
      // Lists of machines have the number or letter of a zone beside their region.
      if (column === 'region' && found.has('instance_type') && isNoZone(lastOf(cell))) return undefined
      if (column === 'region') return isRegionLike(lastOf(cell)) && 'SURE'
      if (column === 'instance_state' && isGone(cell)) return 'SURE'
      if (column === 'instance_state' && !isOfMachines) return false
      // Some programs write states as numbers.
      if (column === 'instance_state') return /\p{L}/u.test(cell) ? IS_OFF.test(cell) || IS_ON.test(cell) : undefined
      if (column === 'quantity')
        return typeof readQuantity(cell, { isCounted: true }, ON_THEIR_OWN) === 'number' || isNumberOf(column, cell)
      const kind = found.has('kind') ? kindOf(kindCell) : implied
      if (kind === 'server' && MAY_LACK.includes(column) && saysNone(cell, column)) return undefined
      const meant = meantBy(column, kind, { cellOf: (each) => (each === column ? cell : '') })
      if (partAt(at) !== undefined) return kind === 'server' ? fitsPart(cell, column, unit) : undefined
      if (column === 'cpu_name' || kind === undefined || !reads(kind, meant)) return undefined
      if (hasWords(meant)) return wordIn(meant, cell) !== undefined
      return amountsIn(cell).every((each) => {
        if ((isDriveOf(kind, column) || column === several) && unit === undefined && !tells(column, each)) return false
        const own = column === 'total_power' ? column : meant
        return isNumberOf(isDriveOf(kind, column) ? (mediumIn(each) ?? meant) : own, each, unit)
      })
    },
    ...(eitherPower !== undefined && {
      eitherPowers: [
        {
          at: eitherPower,
          wattsOf(cell) {
            const { value } = readCell(trimmed(cell), 'avg_power', units.get('avg_power'))
            return typeof value === 'number' ? value : undefined
          },
        },
      ],
    }),
    ...(implied !== undefined && { implied }),
    kinds: found.has('kind') ? [] : header.flatMap((name, at) => (kindOf(name) === undefined ? [] : at)),
    lacks: {
      kind: !found.has('kind'),
      quantity: !found.has('quantity'),
      place: !found.has('location') && !found.has('region'),
    },
    tags,
    read(cells, { mark }) {
      const row: Row = {}
      const cellAt = (at: number) => ({ name: header[at] as string, cell: trimmed(cells[keys.indexOf(at)] ?? '') })
      const cellOfWhole = (column: Column) => {
        const at = found.get(column)
        return at === undefined || partAt(at) !== undefined ? '' : cellAt(at).cell
      }
      const ownKind = cellOfWhole('kind')
      const told = kindTold(ownKind, {
        description: description === undefined ? '' : cellAt(description).cell,
        cellOf: cellOfWhole,
        hasTypes: found.has('instance_type'),
      })
      if ('skipped' in told) return told
      const kind = found.has('kind') ? told.kind : implied
      /** What a server lacks, with the cell that says so. */
      const lacking = new Map<Column, string>()
      if (kind === 'server')
        for (const column of MAY_LACK)
          if (saysNone(cellOfWhole(column), column)) lacking.set(column, cellOfWhole(column))
      const ofWhole = (column: Column) => (lacking.has(column) ? '' : cellOfWhole(column))
      /** The numbered parts that count in this row, since the column for the whole is empty. */
      const slots = new Map<Column, readonly PartCells[]>()
      for (const [column, group] of parts) {
        if (!isEmpty(ofWhole(column))) continue
        const cells = group.map((part) => cellsOfPart(part, cellAt))
        const filled = cells.filter(isFilledPart)
        if (filled.length > 0) slots.set(column, filled)
        const none = cells.find(({ cell }) => saysNone(cell, column))
        // A cell such as `n/a` beside it may be of a part. A server has memory, so that empty slots are unread ones.
        const isEach = cells.every(({ cell }) => cell === '' || saysNone(cell, column))
        if (kind === 'server' && MAY_LACK.includes(column) && column !== 'ram_capacity' && isEach && none !== undefined)
          lacking.set(column, none.cell)
      }
      const written = (column: Column) => slots.get(column)?.[0]?.cell ?? ofWhole(column)
      const nameIn = (column: Column) => slots.get(column)?.[0]?.name ?? nameOf(column)
      const areNumbered = PARTS_WITH_DRIVES.some((column) => slots.has(column))
      const both = hasDrives(kind) && !areNumbered ? drivesOfBothKinds(written) : undefined
      const given: Given = {
        nameOf: nameIn,
        cellOf: (column) => (column === 'kind' ? told.word : (both?.cells.get(column) ?? written(column))),
        lacking,
      }
      const state = given.cellOf('instance_state')
      const isMachine = kind === 'cloudInstance' || !isEmpty(given.cellOf('share_vcpu'))
      // Hours of its own are those that it ran.
      const isTimed = (['duration', 'use_time_ratio'] as const).some((column) => !isEmpty(given.cellOf(column)))
      if (isMachine && !isTimed && IS_OFF.test(state)) return { skipped: `not running (${shorten(state)})` }
      if (!isTimed && !KEPT.has(kind ?? '') && isGone(state)) return { skipped: `no longer in use (${shorten(state)})` }
      const virtual = SERVERS_AND_DESKTOPS.has(kind ?? '') ? virtualIn(given) : undefined
      if (virtual !== undefined) {
        const host = given.cellOf('vm_host')
        return isEmpty(host) ? { fault: virtualFault(nameIn(virtual), given.cellOf(virtual)) } : partOf(host)
      }
      const model = given.cellOf('model')
      if (SEVERAL_OF_MODEL.test(model)) return { fault: expectedFault([severalOf(model)], nameIn) }
      const also: Said[] = []
      const faults: Expected[] = []
      const moved: (readonly [Drive, Drive])[] = []
      const warnings: RowWarning[] = both?.assumed ? [mediumAssumed(nameIn('capacity'))] : []
      if (told.isDescribed && description !== undefined)
        warnings.push(readAsKind(header[description] ?? '', cellAt(description).cell, told.kind ?? ''))
      const from = new Map<Column, Column>(both?.from)
      const needsAmount = (column: Column, meant: Column) =>
        column === several || (isDriveOf(kind, column) && meant !== column)
      const origin = (column: Column) => (found.has(column) ? column : (from.get(column) ?? column))
      if (hasDrives(kind)) {
        const isDescribed = (drive: Column, own: Column) =>
          slots.has(drive) ? own === 'capacity' : !isEmpty(ofWhole(drive))
        const read = readParts(partsReadBy(kind, slots), isDescribed, mark)
        faults.push(...read.faults)
        warnings.push(
          ...read.ignored.map((name) => notUsed(name, DESCRIBED)),
          ...read.assumed.map((name) => mediumAssumed(name)),
        )
        for (const [column, { own, value, also: said = [] }] of read.columns) {
          row[column] = value
          if (own !== column) from.set(column, own)
          also.push(...said.map(([other, each]) => ({ from: column, column: other, said: each })))
        }
      } else if (kind !== undefined)
        for (const [part] of slots.values())
          warnings.push(notUsed((part as PartCells).name, `it has no effect on a ${kind}`))
      for (const column of new Set([...columns, ...(both?.cells.keys() ?? [])])) {
        const cell = given.cellOf(column)
        if (slots.has(column)) continue
        const named = hasDrives(kind) ? COUNTED_BY.get(column) : undefined
        if (named !== undefined && saysNone(cell) && isEmpty(given.cellOf(named))) {
          row[column] = 0
          continue
        }
        if (isEmpty(cell) || column === 'vm_host') continue
        if (column === 'instance_state' && (isMachine || ended !== undefined)) continue
        if (column === 'region' && isOfZones && isNoZone(cell)) continue
        const meant = meantBy(column, kind, given)
        const namesNone = (amount: string) => mediumIn(amount) === undefined
        if (isDriveOf(kind, column) && meant === 'ssd_capacity' && amountsIn(cell).some(namesNone))
          warnings.push(mediumAssumed(nameIn(column), amountsIn(cell)))
        // The number of drives beside `Disk` is that of hard disks if the cell names those.
        if (isDriveOf(kind, column) && meant === 'hdd_capacity') moved.push(['ssd_capacity', 'hdd_capacity'])
        // A warning says so, even if nobody could read it.
        if (kind !== undefined && !reads(kind, meant)) {
          row[column] = cell
          continue
        }
        const isTotal = column === 'total_power'
        const read = isTotal
          ? shareOf(cellAs(column, cell, units.get(column), mark), quantity === undefined ? '' : cellAt(quantity).cell)
          : cellAs(
              meant,
              meant === 'instance_type' ? typeWithin(cell, providerIn(given)) : cell,
              units.get(column),
              mark,
            )
        const isUntold = needsAmount(column, meant) && !units.has(column) && !tells(column, cell)
        // Nobody said that the column is a size or a year, and the typical one stands for what it does not tell.
        const isGuess =
          (isOfFewKinds(column) || isOfFewKinds(meant)) &&
          (column !== meant || guessed.includes(found.get(column) ?? -1))
        const isTold = hasWords(meant)
          ? wordIn(meant, cell) !== undefined
          : typeof read.value === 'number' && read.value > 0
        if (isGuess && (isUntold || !isTold)) {
          const expected = isUntold ? AN_AMOUNT : read.expected?.replace(/,$/, '')
          const usual = hasWords(meant) ? `expected ${valuesOf(meant).join(' or ')}` : 'expected a number above 0'
          warnings.push(notUsed(nameIn(column), expected ?? usual))
          continue
        }
        const own = hasDrives(kind) && read.other !== undefined ? read.other : meant
        if (read.other !== undefined && (own === meant || !isEmpty(given.cellOf(own))))
          faults.push({ column, expected: `expected a ${NAMES_OF_DRIVES[meant as 'ssd_capacity']}`, given: cell })
        if (isUntold) faults.push({ column, expected: AN_AMOUNT, given: cell })
        else if (read.expected !== undefined) faults.push({ column, expected: read.expected, given: cell })
        if (column === 'cpu_units' && kind === 'server' && !isProcessors && Number(read.value) > MOST_PROCESSORS)
          faults.push({ column, expected: processorsExpected(nameIn(column)), given: cell })
        row[own] = read.value
        if (column === 'use_time_ratio' && kind === 'cloudInstance' && isInHours(cell, units.get(column)))
          warnings.push(hoursAsShare(nameIn(column)))
        const isInWatts = POWERS.includes(column) && units.get(column) === 'W' && !(nameOf(column) in map)
        if (
          isInWatts &&
          typeof numberOrText(cell, ON_THEIR_OWN) === 'number' &&
          areTooFewWatts(kind, Number(read.value))
        )
          warnings.push(smallPower(nameIn(column), cell, kind))
        if (own !== column) from.set(own, column)
        if (own !== meant && isEmpty(given.cellOf(own))) moved.push([meant as Drive, own as Drive])
        for (const [other, said] of read.also ?? []) also.push({ from: column, column: other, said })
      }
      for (const [column, cell] of lacking) {
        const drives = column === 'capacity' ? ALL_DRIVES : [column]
        // Another column may describe these parts.
        if (drives.some((each) => row[each] !== undefined)) continue
        const meant = column === 'capacity' ? 'ssd_capacity' : column
        if (column !== 'gpu_name') row[meant] = 0
        if (column !== meant) from.set(meant, column)
        also.push({ from: meant, column: unitsColumnOf(meant) as Column, said: 0 })
        if (column === 'ram_capacity' && !cell.startsWith('0')) warnings.push(readAsNoMemory(nameIn(column), cell))
      }
      const dash = kind === 'server' && !ALL_DRIVES.some((each) => row[each] !== undefined) && dashIn(given)
      if (dash) warnings.push(readAsUnknown(nameIn(dash), given.cellOf(dash)))
      for (const [drive, other] of moved) {
        for (const [column, place] of beside(drive, other)) {
          const value = row[column]
          if (value === undefined) continue
          const expected = `expected an empty cell, since ${nameIn(drive)} holds a ${NAMES_OF_DRIVES[other]},`
          if (row[place] !== undefined) faults.push({ column, expected, given: given.cellOf(column) })
          row[place] = value
          delete row[column]
          from.set(place, column)
        }
      }
      // The energy of a year includes the effect of any load.
      if (
        row.load !== undefined &&
        also.some(({ from: own, column }) => POWERS.includes(own) && column === 'use_time_ratio')
      ) {
        warnings.push(notUsed(nameIn(origin('load')), 'the energy of a year already includes the load'))
        delete row.load
      }
      for (const each of also) {
        const { from: own, column, said } = each
        const other = row[column]
        if (other === undefined) from.set(column, own)
        const agreed = other === undefined ? 'said' : agreementOf(each, other)
        if (agreed === 'contrary')
          faults.push({
            column: origin(column),
            expected: `expected ${said}, as in ${nameIn(origin(own))},`,
            given: (found.has(column) && given.cellOf(column)) || String(other),
          })
        else if (agreed === 'said') row[column] = said
        if (other === undefined || agreed === 'same' || agreed === 'contrary') continue
        if (column === 'use_time_ratio') {
          warnings.push(notUsed(nameIn(column), 'the energy of a year already includes all hours'))
          continue
        }
        const [ignored, text, used] = agreed === 'said' ? [origin(column), other, own] : [own, said, origin(column)]
        const message = `"${shorten(String(text))}" in ${nameIn(ignored)} is ignored, because ${nameIn(used)} has another value`
        warnings.push({ code: 'NOT_USED', message, path: [nameIn(ignored)] })
      }
      if (kind === 'server' && row.cpu_units === undefined && isOfOneSocket(String(row.cpu_name ?? ''))) {
        row.cpu_units = 1
        warnings.push(readAsOne(nameIn('cpu_name'), given.cellOf('cpu_name')))
      }
      const ofCards = kind === 'server' && isEmpty(given.cellOf('archetype')) ? cardsNamedIn(given) : undefined
      if (ofCards !== undefined && row.gpu_name === undefined && !(Number(row.gpu_units ?? 0) > 0))
        warnings.push(noCards(nameIn(ofCards), given.cellOf(ofCards)))
      if (faults.length > 0) return { fault: expectedFault(faults, nameIn) }
      return readRow(
        row as Cells,
        found,
        (column) => nameIn(origin(column)),
        (column) => given.cellOf(origin(column)),
        warnings,
      )
    },
  }
}

type Row = Partial<Record<Column, number | string>>

/** States of machines that do not run, as clouds and hypervisors write them. */
const IS_OFF =
  /^(vm |instance )?(stopped|stopping|terminated|terminating|shut(ting)?[ -]?(down|off)|suspended|suspending|paused|deallocated|deallocating|powered ?-?off|off(?!-)|shelved|deleted|inactive|arrêtée?|éteinte?|gestoppt|beendet|ausgeschaltet|angehalten|detenid[ao]|apagad[ao]|terminad[ao]|arrestat[ao]|spent[ao]|interrott[ao])(?![\p{L}])/iu
/** States of things that somebody has got rid of, as inventories write them. */
const IS_GONE =
  /^(retired|disposed|disposal|decommissioned|scrapped|recycled|archived|written[ -]off|sold|stolen|lost|r[ée]form[ée]e?s?|(mise?s? )?au rebut|hors parc|sortie? (du|de) parc|vendue?|volée?|perdue?|détruite?|ausgemustert|ausgesondert|entsorgt|verschrottet|verkauft|gestohlen|verloren|stillgelegt|archiviert|retirad[ao]|(dad[ao] )?de baja|desechad[ao]|desguazad[ao]|vendid[ao]|robad[ao]|perdid[ao]|dismess[ao]|rottamat[ao]|smaltit[ao]|vendut[ao]|rubat[ao]|smarrit[ao])(?![\p{L}])/iu
/** What is stored or moved even if it is archived. */
const KEPT: ReadonlySet<string> = new Set(['storage', 'network'])

/** Whether a state says so, also behind its number: `6 - Retired`. */
function isGone(state: string): boolean {
  return IS_GONE.test(state.replace(/^\d{1,3}\s*[-–:.)]\s*/, ''))
}

/** States of machines that run, or are about to. */
const IS_ON =
  /^(vm |instance )?(running|start(ed|ing)|pending|provisioning|staging|build(ing)?|creating|updating|(re)?boot(ed|ing)|resiz(e|ed|ing)|repairing|powered ?-?on|on|up|active|ready|available|ok|healthy|error|in (use|service)|en (cours|marche|service|ejecución|servicio|uso)|in (betrieb|esecuzione|uso)|démarrée?|allumée?|acti(f|ve|v[ao])|aktiv|läuft|gestartet|eingeschaltet|encendid[ao]|iniciad[ao]|acces[ao]|avviat[ao]|attiv[ao])(?![\p{L}])/iu

/** A number of machines in the cell of their model: `10x Latitude 5520`, `PowerEdge R740 (x2)`. */
const SEVERAL_OF_MODEL = /^\d{1,4} ?[x×*] +\p{L}|\((?:[x×] ?\d{1,4}|\d{1,4} ?[x×])\)$/iu

function severalOf(model: string): Expected {
  return {
    column: 'model',
    expected: 'expected one model, with the number of units in a column "quantity",',
    given: model,
  }
}

/** What the kind of a row is taken from. */
interface KindCells {
  readonly description: string
  readonly cellOf: (column: Column) => string
  /** Whether the table has a column of instance types. */
  readonly hasTypes: boolean
}

/** The kind of a row, and the word for it. */
interface KindTold {
  readonly kind?: string
  readonly word: string
  /** Whether the description tells it. */
  readonly isDescribed?: true
}

/**
 * The kind that a row names: in its own cell, or in its description below a word such as `Accessory`. What has no
 * hardware is left out. So is a virtual machine, which is a part of its host, unless the row has its threads and no
 * host: then it is a share of a server.
 */
function kindTold(own: string, { description, cellOf, hasTypes }: KindCells): KindTold | { readonly skipped: string } {
  const kind = kindOf(own)
  if (isSoftware(own)) return { skipped: `software or a service, without hardware of its own (${shorten(own)})` }
  if (kind === 'other' || vagueKinds(own) !== undefined) {
    const within = kindWithin(description)
    if (within !== undefined) return { ...within, isDescribed: true }
  }
  if (kind !== undefined && rowKind(kind).asset === 'equipment' && Object.keys(describedBy(own)).length === 0) {
    const within = kindWithin(description)
    // `Core switch` beside `Switch` says its type.
    if (within?.kind === kind) return within
  }
  if (kind === undefined && noFiguresFor(own) !== undefined && !isEmpty(cellOf('own_making_kg')))
    return { kind: 'other', word: 'other' }
  if (kind !== 'cloudInstance' || !describedBy(own).isVirtual || hasTypes) return { ...(kind && { kind }), word: own }
  const isOfCloud = ['provider', 'region'].some((column) => !isEmpty(cellOf(column as Column)))
  if (isOfCloud || typeNamedIn(cellOf('model'), undefined) !== undefined) return { kind, word: own }
  const host = cellOf('vm_host')
  if (!isEmpty(host)) return partOf(host)
  if (!isEmpty(cellOf('share_vcpu'))) return { kind: 'server', word: 'server' }
  return {
    skipped: 'a virtual machine, which is a part of a server: count its host, or give its threads in share_vcpu',
  }
}

/** A virtual machine whose host is named. To count both would count the hardware twice. */
function partOf(host: string): { readonly skipped: string } {
  return { skipped: `a virtual machine: its hardware is that of its host (${shorten(host)}), which counts as a row` }
}

function readAsKind(column: string, given: string, kind: string): RowWarning {
  return { code: 'READ_AS', message: `${column} "${shorten(given)}" was read as ${kind}`, path: [column] }
}

const SERVERS_AND_DESKTOPS: ReadonlySet<string> = new Set(['server', 'desktop'])

/** The column whose cell is the model or the maker of a virtual machine: `VMware Virtual Platform`. */
function virtualIn({ cellOf }: Given): 'model' | 'manufacturer' | undefined {
  const [vendor, product] = [cellOf('manufacturer'), cellOf('model')]
  if (!isEmpty(cellOf('share_vcpu')) || !isVirtual({ vendor, product })) return undefined
  return isVirtual({ product }) ? 'model' : 'manufacturer'
}

function virtualFault(column: string, given: string): RowFault {
  const message = `${column} "${shorten(given)}" is that of a virtual machine, which is a part of a server. Count its host, or give its threads in a column share_vcpu`
  return { code: 'BAD_USER_INPUT', message, path: [column] }
}

function smallPower(column: string, given: string, kind = ''): RowWarning {
  const message = `${column} "${given}" is read as watts, which is less than a ${kind} draws. If it is in kW, write ${given} kW`
  return { code: 'READ_AS', message, path: [column] }
}

/** The parts that a server may lack. */
const MAY_LACK: readonly Column[] = ['ram_capacity', 'ssd_capacity', 'hdd_capacity', 'capacity', 'gpu_name']
const COUNTED_BY = new Map(MAY_LACK.map((part) => [unitsColumnOf(part), part]))
const ALL_DRIVES: readonly Column[] = ['ssd_capacity', 'hdd_capacity', 'ssd_units', 'hdd_units']

function readAsOne(column: string, given: string): RowWarning {
  const message = `${column} "${shorten(given)}" is read as one processor, since servers with it have one socket`
  return { code: 'READ_AS', message, path: [column] }
}

/** The column that says that a server has graphics cards: `GPU server`, `DGX A100`. */
function cardsNamedIn({ cellOf }: Given): 'kind' | 'model' | undefined {
  if (WITH_CARDS.test(plain(cellOf('kind')))) return 'kind'
  return NAMES_CARDS.test(cellOf('model')) ? 'model' : undefined
}

/** Models of servers with cards, and cards in the name of a server: `Supermicro 2x H100`. */
const NAMES_CARDS = /\b[dh]gx\b|\b\d{1,2} ?[x×] ?(nvidia )?([hab][123]00|l40s?|v100|t4|a[1-4]0|mi\d{3}x?|rtx)\b/i

function noCards(column: string, given: string): RowWarning {
  const message = `${column} "${shorten(given)}" suggests graphics cards, but the row names none, so the result counts none. Add the columns gpu_name and gpu_units`
  return { code: 'NOT_USED', message, path: [column] }
}

function readAsNoMemory(column: string, given: string): RowWarning {
  const message = `${column} "${shorten(given)}" is read as no memory. Leave the cell empty if the memory is unknown`
  return { code: 'READ_AS', message, path: [column] }
}

/** The column of drives whose cell is a dash, which may mean unknown or none. */
function dashIn({ cellOf }: Given): Column | undefined {
  return PARTS_WITH_DRIVES.find((column) => /^[-–—]+$/.test(cellOf(column)))
}

function readAsUnknown(column: string, given: string): RowWarning {
  const message = `${column} "${given}" is read as unknown, so the result has the drives of a typical server. Write 0 if there are none`
  return { code: 'READ_AS', message, path: [column] }
}

/** A row as the file has it. */
interface Given {
  readonly nameOf: (column: Column) => string
  readonly cellOf: (column: Column) => string
  /** What a server lacks, by its columns. */
  readonly lacking?: ReadonlyMap<Column, string>
}

/** No usual server has more sockets. Larger numbers below `CPUs` are cores or threads. */
const MOST_PROCESSORS = 8

function processorsExpected(column: string): string {
  const [cores, sockets] = [mapping(column, NOT_READ), mapping(column, 'cpu_units')]
  return `expected at most ${MOST_PROCESSORS} processors (if the column counts cores or threads, map ${cores}; if it counts processors, map ${sockets})`
}

const NAMES_OF_DRIVES = { ssd_capacity: 'solid-state drive', hdd_capacity: 'hard disk' } as const

type Drive = keyof typeof NAMES_OF_DRIVES

/** The columns beside the capacity of a drive, with those beside the other kind of drive. */
function beside(drive: Drive, other: Drive): readonly (readonly [Column, Column])[] {
  const [part, place] = [drive, other].map((each) => each.slice(0, 3) as 'ssd' | 'hdd') as ['ssd', 'hdd']
  return (['units', 'form_factor', 'year'] as const).map((each) => [`${part}_${each}`, `${place}_${each}`])
}

/**
 * The cells of solid-state drives and of hard disks if one cell names both: `1 TB SSD + 4 TB HDD`. Undefined if a
 * column for the other kind or for their number is filled, too.
 */
function drivesOfBothKinds(cellOf: Given['cellOf']) {
  const drives = Object.keys(NAMES_OF_DRIVES) as readonly Drive[]
  for (const column of ['capacity', ...drives] as const) {
    const amounts = amountsIn(cellOf(column))
    if (amounts.length < 2 || !amounts.every(namesGigabytes)) continue
    // Beside hard disks, an amount without a medium is a solid-state drive.
    const usual = column === 'capacity' ? 'ssd_capacity' : column
    const of = (drive: Drive) => amounts.filter((amount) => (mediumIn(amount) ?? usual) === drive)
    const others = drives.flatMap((drive): Column[] => [drive, drive === 'ssd_capacity' ? 'ssd_units' : 'hdd_units'])
    const isAlone = others.every((other) => other === column || isEmpty(cellOf(other)))
    const [ssd, hdd] = drives.map(of) as [string[], string[]]
    if (!isAlone || ssd.length === 0 || hdd.length === 0 || ssd.length + hdd.length < amounts.length) continue
    const named = drives.map((drive) => [drive, of(drive).join(' + ')] as const)
    return {
      cells: new Map<Column, string>([[column, ''], ...named]),
      from: drives.flatMap((drive) => (drive === column ? [] : [[drive, column] as const])),
      assumed: column === 'capacity' && amounts.some((amount) => mediumIn(amount) === undefined),
    }
  }
  return undefined
}

/** What a column means in a row of a kind: `capacity` of a drive is `ssd_capacity`, if that is not there, too. */
function meantBy(column: Column, kind: string | undefined, given: Omit<Given, 'nameOf'>): Column {
  const { cellOf } = given
  if (column === 'total_power') return isEmpty(cellOf('avg_power')) ? 'avg_power' : column
  if (!Object.hasOwn(SHARED, column) || kind === undefined) return column
  if (isDriveOf(kind, column)) return driveIn(given)
  const meant = sharedBy(column, kind)
  if (meant === undefined || !isEmpty(cellOf(meant))) return column
  if (column === 'model') return isSaidByModel(meant, given) ? meant : column
  if (meant === 'terminal_storage') {
    if (!concerns(kind.toUpperCase(), 'storage', !isEmpty(cellOf('model')))) return column
    const others = OF_STORAGE.slice(0, OF_STORAGE.indexOf(column))
    return others.every((other) => isEmpty(cellOf(other)) || saysNone(cellOf(other))) ? meant : column
  }
  const cell = cellOf(column)
  if (meant === 'case_type') return caseIn(cell) === undefined ? column : meant
  if (meant !== 'form' && meant !== 'terminal_type') return meant
  const form = meant === 'form' ? wordIn(meant, cell) : undefined
  // A workstation stays one, whether it is a tower or small.
  if (describedBy(cellOf('kind')).form === 'WORKSTATION' && form !== 'WORKSTATION') return column
  if (form !== undefined) return 'form'
  const isType = describedBy(cell).type !== undefined && isEmpty(cellOf('terminal_type'))
  return isType ? 'terminal_type' : column
}

/** Whether the cell of the model has the instance type or the size that another column would have. */
function isSaidByModel(meant: Column, given: Omit<Given, 'nameOf'>): boolean {
  const model = given.cellOf('model')
  if (meant === 'instance_type') return typeNamedIn(model, providerIn(given)) !== undefined
  return isEmpty(given.cellOf('capacity')) && namesGigabytes(model) && isNumberOf('gigabytes', model)
}

/** The provider that a row or the word for its kind names. */
function providerIn({ cellOf }: Omit<Given, 'nameOf'>): string | undefined {
  const provider = cellOf('provider')
  return isEmpty(provider) ? describedBy(cellOf('kind')).provider : provider.toLowerCase()
}

/** The instance type among the words of a cell, of a provider or of any: `m5.xlarge` of `EC2 m5.xlarge`. */
function typeNamedIn(cell: string, provider: string | undefined): string | undefined {
  const providers = provider !== undefined && Object.hasOwn(TYPES, provider) ? [provider] : Object.keys(TYPES)
  for (const each of providers) {
    const type = TYPES[each]?.test(cell) ? instanceTypeIn(each, [cell]) : undefined
    if (type !== undefined) return type
  }
  return undefined
}

/** A cell as an instance type: without other words, if one of them is a type. */
function typeWithin(cell: string, provider: string | undefined): string {
  return isInstanceType(lastOf(cell)) ? lastOf(cell) : (typeNamedIn(cell, provider) ?? cell)
}

/** What a column whose meaning depends on the kind means in a row of a kind, if anything. */
function sharedBy(column: Column, kind: string): Column | undefined {
  return Object.hasOwn(SHARED, column)
    ? (SHARED[column as SharedColumn] as Readonly<Record<string, Column>>)[kind]
    : undefined
}

/** Whether a row of a kind reads a column. */
function reads(kind: string, column: Column): boolean {
  return USED.get(kind)?.has(column) !== false || Object.hasOwn(USAGE_COLUMNS, column)
}

/** Whether a column is the capacity of a drive of a server or an array, whose kind only its cells tell. */
function isDriveOf(kind: string | undefined, column: Column): boolean {
  return column === 'capacity' && hasDrives(kind)
}

/** The drive of a server that a capacity without a kind describes: the one that it names, else the one it may have. */
function driveIn({ cellOf, lacking }: Omit<Given, 'nameOf'>): Column {
  const hasNoSsd = lacking?.has('ssd_capacity') && !lacking.has('hdd_capacity')
  const drive = mediumIn(cellOf('capacity')) ?? (hasNoSsd ? 'hdd_capacity' : 'ssd_capacity')
  return isEmpty(cellOf(drive)) ? drive : 'capacity'
}

function cellAs(column: Column, cell: string, unit: string | undefined, mark: DecimalMark | undefined): ReadCell {
  if (column === 'region') return { value: regionOfZone(lastOf(cell)) }
  if (column === 'instance_type') return { value: lastOf(cell) }
  if (column === 'case_type') return { value: caseIn(cell) ?? cell }
  if (hasWords(column)) return { value: wordIn(column, cell) ?? cell }
  return NUMBER_NAMES.has(column) ? readCell(cell, column, unit, mark) : readName(cell, column)
}

/** The power of one asset, if a cell has that of all of its row. */
function shareOf(read: ReadCell, quantity = ''): ReadCell {
  const many = readQuantity(quantity, { isCounted: true }, ON_THEIR_OWN)
  // A quantity of 0 leaves nothing to divide, and its row reports an unreadable one.
  if (typeof read.value !== 'number' || typeof many !== 'number' || many === 0) return read
  return { ...read, value: read.value / many }
}

const PARTS_WITH_DRIVES = ['ssd_capacity', 'hdd_capacity', 'capacity'] as const
const DESCRIBED = 'another column already describes these drives'

function cellsOfPart({ at, unit, count, types, itself }: NumberedPart, cellAt: (at: number) => NamedCell): PartCells {
  return {
    ...cellAt(at),
    types: types.map(cellAt),
    ...(unit !== undefined && { unit }),
    ...(count !== undefined && { count: cellAt(count) }),
    ...(itself !== undefined && { itself: cellAt(itself) }),
  }
}

function isFilledPart({ cell, count }: PartCells): boolean {
  return !isEmptySlot(cell) || (count !== undefined && !isEmptySlot(count.cell))
}

/** The name at the end of an address, as Google lists have them: `.../zones/europe-west1-b`. */
function lastOf(cell: string): string {
  return cell.replace(/^https:\/\/\S*\//, '')
}

/** The kind of case that a text means: a rack for `2U`. */
function caseIn(text: string): 'rack' | 'blade' | undefined {
  if (/\bblade/i.test(text)) return 'blade'
  return /^\d{1,2} ?(U|HE)\b|\brack/i.test(text) ? 'rack' : undefined
}

/** What a cell says for another column: the number of modules in `4x32 GB`. */
interface Said {
  readonly from: Column
  readonly column: Column
  readonly said: number | string
}

/**
 * Whether a cell of its own says the same as the words beside an amount do, or else which of the two counts. Known
 * generations and numbers that differ are contrary, but the energy of a year counts all hours. Of other words the known
 * ones count, and of two form factors the column's own.
 */
function agreementOf({ column, said }: Said, other: number | string): 'same' | 'contrary' | 'said' | 'other' {
  if (said === other) return 'same'
  if (column === 'use_time_ratio') return 'said'
  if (typeof said === 'number') return 'contrary'
  const knownIn = column === 'ram_generation' ? generationOf : formFactorOf
  const [one, two] = [knownIn(said), knownIn(String(other))]
  if (one === two) return 'same'
  if (two === undefined) return 'said'
  return column === 'ram_generation' ? 'contrary' : 'other'
}

function mediumAssumed(column: string, amounts: readonly string[] = []): RowWarning {
  const unnamed = amounts.filter((amount) => mediumIn(amount) === undefined)
  const which = unnamed.length === amounts.length ? '' : ` "${shorten(unnamed.join(', '))}"`
  const message = `${column}${which} does not say SSD or HDD, so the result uses solid-state drives. Write, for example, 512 GB SSD or 2 TB HDD`
  return { code: 'MEDIUM_ASSUMED', message, path: [column] }
}

function drivesAssumed(column: string, given: string): RowWarning {
  const message = `${column} "${shorten(given)}" is read as storage on hard disks, as that of objects is. If it is on SSDs, give storage_kind`
  return { code: 'READ_AS', message, path: [column] }
}

/** Whether a share of time is written as hours in a time: `100` below `Hours per month`, `8 h/day`. */
function isInHours(cell: string, unit: string | undefined): boolean {
  return unit === undefined ? /\p{L}/u.test(cell.replace(/percent$/i, '')) : !/^(%|percent)$/i.test(unit)
}

/** Whose making counts for the hours that it was paid, not only for those that it is in use. */
function hoursAsShare(column: string): RowWarning {
  const message = `Column "${column}" is read as the hours of use within the duration. Manufacturing still counts for the whole duration. If the column holds the hours that you paid for, map it: ${mapping(column, 'duration')}`
  return { code: 'READ_AS', message, path: [column] }
}

/** Names of columns of virtual machines, without letter case. */
const OF_VIRTUAL_MACHINES = /^(vm|vm[ _-]?(name|id)|virtual machine|power ?state|v-?cpus?|guest os.*)$/i
/** A list of virtual machines, or what a host has: its number of them, or their names. */
const VIRTUAL_MACHINES = /^(vms|virtual machines)$/i
const OF_HOSTS: readonly Column[] = ['label', 'model', 'cpu_name', 'quantity']

/** Stops if a table without kinds lists virtual machines: each would count as a whole server. */
function checkVirtual(header: readonly string[], found: ReadonlyMap<Column, number>, map: ColumnMap): void {
  if (found.has('share_vcpu')) return
  const leftOut = new Set(Object.keys(map).flatMap((name) => (map[name] === NOT_READ ? plain(name) : [])))
  const isOfHosts = OF_HOSTS.some((column) => found.has(column))
  const named = header.filter((name) => {
    const isOne = OF_VIRTUAL_MACHINES.test(name.trim()) || (!isOfHosts && VIRTUAL_MACHINES.test(name.trim()))
    return isOne && !leftOut.has(plain(name))
  })
  if (named.length === 0) return
  const threads = named.find((name) => /cpu/i.test(name)) ?? header[found.get('cpu_units') ?? -1]
  const memory = header[found.get('ram_capacity') ?? -1]
  const maps = [
    ...(threads ? [mapping(threads, 'share_vcpu')] : []),
    ...(memory ? [mapping(memory, 'share_memory')] : []),
  ]
  const asked = maps.length === 0 ? '' : `. If each row is a share of a host, map ${maps.join(', ')}`
  throw new ImportError(
    `The table seems to list virtual machines (${shorten(named.join(', '))}), which would each count as a whole server. List their hosts instead, or add a column "kind" that says what each row is${asked}. If each row is a host, map ${named.map((name) => mapping(name, NOT_READ)).join(', ')}`,
  )
}

/** The first line of a list or an object in YAML. */
const IS_YAML = /^(---|(- )?\w[\w ]*:( .*)?)$/

/** Columns of nodes as Kubernetes prints them. */
const OF_KUBECTL = ['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION']

function unknownTable(header: readonly string[]): string {
  if (header.length === 1 && IS_YAML.test(header[0] ?? ''))
    return 'This looks like YAML. Save it as JSON, or as a table with one row per asset'
  if (OF_KUBECTL.every((name) => header.includes(name)))
    return 'This is the table of kubectl get nodes, which lacks the hardware of the nodes. Run kubectl get nodes -o json'
  if (header.some((name) => kindOf(name) !== undefined) && header.some((name) => /^\d+$/.test(name)))
    return `The table lacks a header. Its first row is ${shorten(header.join(', '))}. Add a header row above it, with a name for each column`
  return `Unknown columns: ${shorten(header.join(', '))}. Add a column "kind", such as server or laptop. docs/importing.md lists all columns`
}

function readRow(
  row: Cells,
  found: ReadonlyMap<Column, number>,
  nameOf: (column: Column) => string,
  cellOf: (column: Column) => string | undefined,
  read: readonly RowWarning[],
): RowOutcome {
  const kind = row.kind === undefined ? impliedKind(found) : kindOf(row.kind)
  if (kind === undefined) {
    const { kind: word } = row
    return { fault: { ...kindFault(word, nameOf('kind')), ...(word !== undefined && { word: shorten(word) }) } }
  }
  const { needs = [] } = rowKind(kind)
  const warned = [...read]
  const { provider, drives } = describedBy(row.kind ?? '')
  if (provider !== undefined && row.provider === undefined) row.provider = provider
  if (drives !== undefined && row.storage_kind === undefined) {
    row.storage_kind = drives
    warned.push(drivesAssumed(nameOf('kind'), row.kind ?? ''))
  }
  const missing = (needs as readonly Column[]).filter((each) => row[each] === undefined)
  if (missing.length > 0) return { fault: missingFault(kind, missing.map(nameOf)) }
  const duration = typeof row.duration === 'string' && isLife(row.duration) ? WHOLE_LIFE : row.duration
  if (
    duration !== WHOLE_LIFE &&
    duration !== undefined &&
    !(typeof duration === 'number' && duration > 0 && duration <= LONGEST_DURATION)
  )
    return { fault: durationFault(cellOf('duration') ?? String(duration), nameOf('duration')) }
  const unused = unusedOf(kind, row)
  // The engine says the same of a load that it gets.
  const { load, ...others } = row
  const used: Cells = unused.includes('load') ? others : row
  const contrary = contraryOf(used, nameOf, cellOf)
  if (contrary.length > 0) return { fault: expectedFault(contrary, nameOf) }
  const { counts, warnings: split } = hasDrives(kind) ? countsOf(kind, row, nameOf) : NO_COUNTS
  const checked = checkAsset(
    assetOf(kind, { ...used, ...counts }),
    (path) => columnOf(path, nameOf),
    (path) => cellOf(columnOf(path) as Column),
  )
  if ('fault' in checked) return checked
  const warnings = [
    ...warned,
    ...unused.map((column) => notUsed(nameOf(column), whyNotUsed(column, kind, row))),
    ...split,
    ...placeless(row, found, nameOf),
    ...(regionAt(kind, row) === undefined ? readAsCountry(row, nameOf) : []),
  ]
  return {
    label: '',
    quantity: 1,
    asset: checked.asset,
    ...(duration !== undefined && { duration }),
    ...optionsOf(row),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** An unexpected value in a column. */
interface Expected {
  readonly column: Column
  /** The heading, if it is not that of the column. */
  readonly name?: string
  readonly expected: string
  readonly given: string
}

/** Values that contradict each other, and unknown words. */
function contraryOf(
  row: Cells,
  nameOf: (column: Column) => string,
  cellOf: (column: Column) => string | undefined,
): readonly Expected[] {
  const faults: Expected[] = []
  if (row.avg_power !== undefined && row.load !== undefined) {
    const [load, power] = (['load', 'avg_power'] as const).map((column) => mapping(nameOf(column), NOT_READ))
    const expected = `expected a power or a load, not both (to use the power, map ${load}; to use the load, map ${power}),`
    faults.push({ column: 'avg_power', expected, given: cellOf('avg_power') ?? String(row.avg_power) })
  }
  if (row.power_profile !== undefined && readPowerProfile(row.power_profile) === undefined) {
    const expected = 'expected loads in percent with their power in W, such as 0:52 50:224 100:457,'
    faults.push({ column: 'power_profile', expected, given: row.power_profile })
  }
  for (const [column, words] of Object.entries(OPTIONS) as [keyof typeof OPTIONS, readonly string[]][]) {
    const given = row[column]
    if (given === undefined || words.includes(wordOf(given))) continue
    faults.push({ column, expected: `expected ${words.join(' or ')}`, given })
  }
  return faults
}

function optionsOf({ allocation, boundary }: Cells): Pick<ImportedAsset, 'allocation' | 'boundary'> {
  return {
    ...(allocation !== undefined && { allocation: wordOf(allocation) as 'TOTAL' }),
    ...(boundary !== undefined && { boundary: wordOf(boundary) as 'DATA_CENTRE' }),
  }
}

const NAMED_PARTS = { ram: '4x32 GB', ssd: '2x960 GB', hdd: '2x4 TB' } as const
const NO_COUNTS = { counts: {}, warnings: [] }

/** Numbers of parts for capacities without one: such a capacity is the total of the server or the array. */
function countsOf(
  kind: string,
  row: Cells,
  nameOf: (column: Column) => string,
): { readonly counts: Cells; readonly warnings: readonly RowWarning[] } {
  const counts: Record<string, number> = {}
  const warnings: RowWarning[] = []
  for (const part of PARTS_WITH_CAPACITY) {
    const total = row[`${part}_capacity`]
    if (typeof total !== 'number' || total < 0 || row[`${part}_units`] !== undefined) continue
    const parts = splitTotal(part, total)
    counts[`${part}_units`] = parts.units
    counts[`${part}_capacity`] = parts.capacity
    if (parts.units < 2) continue
    const column = nameOf(`${part}_capacity`)
    const message = `${column} is read as the total of the ${kind.replace('_', ' ')}: ${partsInWords(part, parts)}. If this is wrong, write the number and size, such as ${NAMED_PARTS[part]}`
    warnings.push({ code: 'TOTAL_SPLIT', message, path: [column] })
  }
  return { counts, warnings }
}

/** The components that the columns of a row of a kind describe. */
function partsOf(kind: string): readonly (typeof PARTS_OF_SERVER)[number][] {
  if (kind === 'server') return PARTS_OF_SERVER
  return kind === 'storage_array' ? DRIVES_OF_ARRAY : []
}

/** Whether the columns of drives describe those of a thing of a kind. */
function hasDrives(kind: string | undefined): boolean {
  return kind === 'server' || kind === 'storage_array'
}

/** The numbered parts that a row of a kind reads: of an array, its drives. */
function partsReadBy<Part>(kind: string | undefined, slots: ReadonlyMap<Column, Part>): ReadonlyMap<Column, Part> {
  return kind === 'server'
    ? slots
    : new Map([...slots].filter(([column]) => PARTS_WITH_DRIVES.some((each) => each === column)))
}

/** Filled columns without effect on such a thing. */
function unusedOf(kind: string, row: Cells): readonly Column[] {
  const used = USED.get(kind)
  return (Object.keys(row) as Column[]).filter((column) => !used?.has(column))
}

/** The columns that make a difference to a kind of thing. */
function usedBy(kind: string): ReadonlySet<string> {
  const { asset, component, ...columns } = rowKind(kind)
  const used = new Set<string>([
    ...['kind', 'duration', 'allocation', 'boundary', ...Object.keys(USAGE_COLUMNS)],
    ...Object.values(columns).flatMap((each) => (typeof each === 'object' ? Object.keys(each) : [])),
    ...partsOf(kind).flatMap((part) => Object.values(COMPONENTS[part].columns).flatMap(Object.keys)),
  ])
  const hasLoad =
    asset === 'server' || asset === 'cloudInstance' || (component !== undefined && COMPONENTS[component].use === 'load')
  // Storage and networks report unused columns themselves.
  if (!hasLoad && asset !== 'storage' && asset !== 'network') used.delete('load')
  return used
}

/** A row whose place is empty, although the table has a column for it. */
function placeless(
  row: Cells,
  found: ReadonlyMap<Column, number>,
  nameOf: (column: Column) => string,
): readonly RowWarning[] {
  const columns = PLACES.filter((column) => found.has(column)).map(nameOf)
  if (columns.length === 0 || [...PLACES, 'elec_factor' as const].some((column) => row[column] !== undefined)) return []
  const message = `${columns.join(' and ')} ${columns.length === 1 ? 'is' : 'are'} empty, so the result uses the default place`
  return [{ code: 'PLACE_EMPTY', message, path: columns }]
}

/** A place that holds more than a country, as in `Rack 4, Schweden`. */
function readAsCountry({ location }: Cells, nameOf: (column: Column) => string): readonly RowWarning[] {
  const country = location === undefined ? undefined : countryWithin(location)
  if (country === undefined) return []
  const column = nameOf('location')
  return [{ code: 'READ_AS', message: `${column} "${shorten(location ?? '')}" was read as ${country}`, path: [column] }]
}

function notUsed(column: string, why: string): RowWarning {
  return { code: 'NOT_USED', message: `${column} is ignored: ${why}`, path: [column] }
}

function whyNotUsed(column: Column, kind: string, row: Cells): string {
  if (column === 'total_power') return 'another column has the power of one asset'
  if (kind === 'server' && column === 'form_factor') return 'expected rack, blade, or a height such as 2U'
  if (kind === 'server' && column === 'capacity') return DESCRIBED
  if (kind === 'desktop' && column === 'form_factor')
    return row.form === undefined && describedBy(row.kind ?? '').form === undefined
      ? 'expected mini, tower, all-in-one, workstation or small form factor'
      : 'another column already says the form'
  const meant = sharedBy(column, kind)
  if (meant !== undefined && row[meant] !== undefined) return 'another column says the same'
  if (meant === 'terminal_storage') return `it has no effect on a ${kind} without a model`
  return `it has no effect on a ${kind}`
}

const IMPLY_SERVER: readonly Column[] = ['cpu_name', 'ram_capacity', 'share_vcpu']

/** Tables with only instances or only servers often lack this column. A column that exists must be filled. */
function impliedKind(found: ReadonlyMap<Column, number>): string | undefined {
  if (found.has('kind')) return undefined
  if (found.has('instance_type')) return 'cloudInstance'
  return IMPLY_SERVER.some((column) => found.has(column)) ? 'server' : undefined
}

function assetOf(kind: string, row: Cells): Group {
  const { asset, component, terminal } = rowKind(kind)
  const usage = usageOf(kind, row)
  const described = { ...pick(row, FIELDS.get(kind) ?? []), ...(usage && { usage }) }
  if (component !== undefined) return { component: { [component]: described } }
  const { type, form, ports } = describedBy(row.kind ?? '')
  if (asset === 'terminal') return { terminal: { kind: terminal, ...known({ type, form }), ...described } }
  if (asset === 'equipment') {
    const disks = kind === 'storage_array' ? disksOf(row) : []
    return {
      equipment: { kind: terminal, ...known({ type, ports }), ...described, ...(disks.length > 0 && { disks }) },
    }
  }
  return { [asset]: asset === 'server' ? { ...described, ...configurationOf(row) } : described }
}

/** Fields without those that a word leaves open. */
function known(fields: Group): Group {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What has a provider and so may stand in one of its regions: `West Europe`. */
const IN_REGIONS: ReadonlySet<string> = new Set(['cloudInstance', 'storage', 'network'])

/** The region that a location names, where the kind has one and the row names none otherwise. */
function regionAt(kind: string, { location, region, provider, instance_type: type = '' }: Cells): string | undefined {
  if (location === undefined || region !== undefined || !IN_REGIONS.has(kind)) return undefined
  return regionNamed(location, provider === undefined ? isTypeOfAzure(type) : /azure|microsoft/i.test(provider))
}

function usageOf(kind: string, row: Cells): Group | undefined {
  const named = regionAt(kind, row)
  const { location: given, elec_factor: factor, power_profile: profile, ...others } = row
  const [cells, location] = named === undefined ? [others, given] : [{ ...others, region: named }, undefined]
  const usage = pick(cells, FIELDS_OF_USAGE)
  if (location === undefined && factor === undefined && profile === undefined) return usage
  return {
    ...(location !== undefined && { usageLocation: countryOf(location) ?? location }),
    ...usage,
    ...(factor !== undefined && { elecFactors: [{ criterion: 'gwp', value: factor }] }),
    ...(profile !== undefined && { powerProfile: readPowerProfile(profile) }),
  }
}

function configurationOf(row: Cells): Group {
  const [cpu, gpu, ram] = FIELDS_OF_PARTS.map((fields) => pick(row, fields))
  const disks = disksOf(row)
  const configuration = {
    ...(cpu && { cpu }),
    ...(gpu && { gpu }),
    ...(ram && { ram: [ram] }),
    ...(disks.length > 0 && { disks }),
  }
  return Object.keys(configuration).length > 0 ? { configuration } : {}
}

function disksOf(row: Cells): readonly Group[] {
  const [ssd, hdd] = FIELDS_OF_PARTS.slice(-DRIVES_OF_ARRAY.length).map((fields) => pick(row, fields))
  return [...(ssd ? [{ ssd }] : []), ...(hdd ? [{ hdd }] : [])]
}

/** Converts cells to the fields of a thing; undefined if all are empty. */
function pick(row: Cells, fields: readonly CellField[]): Group | undefined {
  let group: Group | undefined
  for (const { column, path, isWord } of fields) {
    const cell = row[column]
    if (cell === undefined) continue
    group ??= {}
    set(group, path, isWord ? wordOf(String(cell)) : cell)
  }
  return group
}

/** `between regions` is BETWEEN_REGIONS. */
function wordOf(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, '_')
}

/** Sets a cell at a path: `model.name`. */
function set(group: Group, path: readonly string[], cell: number | string): void {
  const last = path.length - 1
  let inner = group
  for (let at = 0; at < last; at++) {
    const field = path[at] as string
    inner[field] ??= {}
    inner = inner[field] as Group
  }
  inner[path[last] as string] = cell
}

/** Where a cell goes: the column, the path of its field, and whether it is one of some words. */
interface CellField {
  readonly column: keyof Cells
  readonly path: readonly string[]
  readonly isWord: boolean
}

function fieldsOf({ texts = {}, numbers = {}, words = {} }: KindColumns): readonly CellField[] {
  const fields = (columns: Readonly<Record<string, string>>, isWord: boolean) =>
    Object.entries(columns).map(([column, field]) => ({ column: column as Column, path: field.split('.'), isWord }))
  return [...fields(texts, false), ...fields(numbers, false), ...fields(words, true)]
}

const FIELDS: ReadonlyMap<string, readonly CellField[]> = new Map(KINDS.map((kind) => [kind, fieldsOf(rowKind(kind))]))
const FIELDS_OF_USAGE = fieldsOf({ texts: { region: 'region' }, numbers: USAGE_NUMBERS })
const FIELDS_OF_PARTS = PARTS_OF_SERVER.map((part) => fieldsOf(COMPONENTS[part].columns))
const USED: ReadonlyMap<string, ReadonlySet<string>> = new Map(KINDS.map((kind) => [kind, usedBy(kind)]))

/** The column for a path of an asset: `component.cpu.tdp` is in `cpu_tdp`. */
export function columnOf(
  path: readonly (string | number)[],
  nameOf: (column: Column) => string = (column) => column,
): string {
  const names = path.map(String)
  if (names.includes('elecFactors')) return nameOf('elec_factor')
  if (names.includes('powerProfile')) return nameOf('power_profile')
  const dotted = names.join('.')
  const things: readonly (readonly [string, KindColumns])[] = [
    ['usage', { texts: USAGE_COLUMNS }],
    ...columnsByName(COMPONENTS),
    ...columnsByName(ASSETS),
  ]
  for (const [thing, { texts, numbers, words }] of things) {
    const columns = Object.entries({ ...texts, ...numbers, ...words })
    const column = names.includes(thing) && columns.find(([, field]) => dotted.endsWith(`.${field}`))
    if (column) return nameOf(column[0] as Column)
  }
  return dotted
}

function columnsByName(kinds: Readonly<Record<string, { readonly columns: KindColumns }>>) {
  return Object.entries(kinds).map(([name, { columns }]) => [name, columns] as const)
}

function kindFault(given: string | undefined, column: string): RowFault {
  if (given === undefined)
    return { code: 'BAD_USER_INPUT', message: `${column}: expected one of ${KINDS.join(', ')}`, path: [column] }
  const uncovered = noFiguresFor(given)
  if (uncovered !== undefined)
    return {
      code: 'BAD_USER_INPUT',
      message: `${uncovered} (${column} "${shorten(given)}"). To count them, give own_making_kg`,
      path: [column],
      nearest: [],
    }
  const kinds = vagueKinds(given)
  if (kinds !== undefined) {
    const what = kinds.includes('laptop') ? 'machine' : 'equipment'
    const message = `${column} "${shorten(given)}" can mean several kinds of ${what}. Write ${kinds.join(', ')} or the like`
    return { code: 'BAD_USER_INPUT', message, path: [column], nearest: kinds }
  }
  const nearest = nearestKinds(given)
  if (isInstanceType(given)) {
    const fix = 'It looks like an instance type. Rename the column to "instance_type"'
    return { code: 'BAD_USER_INPUT', message: `Unknown ${column} "${shorten(given)}". ${fix}`, path: [column] }
  }
  const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : `. Choose one of ${KINDS.join(', ')}`
  return { code: 'BAD_USER_INPUT', message: `Unknown ${column} "${shorten(given)}"${hint}`, path: [column], nearest }
}

function missingFault(kind: string, columns: readonly string[]): RowFault {
  return { code: 'BAD_USER_INPUT', message: `a ${kind} needs ${columns.join(' and ')}`, path: columns }
}

function expectedFault(faults: readonly Expected[], nameOf: (column: Column) => string): RowFault {
  const named = faults.map((each) => ({ ...each, name: each.name ?? nameOf(each.column) }))
  const texts = named.map(({ name, expected, given }) => `${name}: ${expected} but found "${shorten(given)}"`)
  return { code: 'BAD_USER_INPUT', message: texts.join('; '), path: named.map(({ name }) => name) }
}

function durationFault(given: string, column: string): RowFault {
  const message = `${column}: expected a duration such as 1 year, a number of hours above 0, or "life", but found "${shorten(given)}"`
  return { code: 'BAD_USER_INPUT', message, path: [column] }
}
