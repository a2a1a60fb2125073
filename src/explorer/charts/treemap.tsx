import { decimalsOf, fixedText, roundedText } from '../results/number-text.ts'
import { FigureTable, useWidth } from './chart.tsx'
import { Drawing, Mark } from './drawing.tsx'
import { type StackedGroup, shortened } from './stacked-bars.tsx'

interface Props {
  readonly title: string
  readonly unit: string
  readonly groups: readonly StackedGroup[]
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
}

interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Room for a name, and for a figure below it. */
const LEAST_WIDTH = 60
const LEAST_HEIGHT = 24
const LINE = 17

/** More boxes without a label are only in the table. */
const MOST_BELOW = 6

/** Groups as areas of one rectangle. Drawn by hand: laying out tiles takes thirty lines, a library twenty kilobytes. */
export function Treemap({ title, unit, groups, table }: Props) {
  const [element, width] = useWidth()
  const caption = `${title}, in ${unit}`
  const height = width < 500 ? 360 : 320
  const shown = groups.filter(({ total }) => total > 0).toSorted((one, other) => other.total - one.total)
  const whole = shown.reduce((sum, { total }) => sum + total, 0)
  const tiles = tilesOf(
    shown.map(({ total }) => total),
    { x: 0, y: 0, width, height },
  )
  const share = (total: number) => `${Number(((total / whole) * 100).toPrecision(2))} %`
  const decimals = decimalsOf(
    shown.map(({ total }) => total),
    4,
  )
  const figure = (total: number) => `${fixedText(total, decimals)} · ${share(total)}`
  const below = shown.filter((group, at) => !hasRoom(tiles[at] as Tile, group.name, figure(group.total)))
  return (
    <figure class="picture wide">
      <figcaption>
        <h3>{title}</h3>
        <span class="unit">{unit}</span>
      </figcaption>
      <Drawing
        element={element}
        width={width}
        height={height}
        title={caption}
        description={shown.map(({ name, total }) => `${name}: ${roundedText(total)}, ${share(total)}`).join('. ')}
      >
        {shown.map(({ name, total }, at) => {
          const tile = tiles[at] as Tile
          return (
            <Mark key={name} words={`${name}\n${roundedText(total)} ${unit}, ${share(total)}`}>
              <rect
                class="tile"
                x={tile.x + 1}
                y={tile.y + 1}
                width={Math.max(0, tile.width - 2)}
                height={Math.max(0, tile.height - 2)}
              />
              {tile.width > LEAST_WIDTH && tile.height > LEAST_HEIGHT && (
                <text class="tile-name" x={tile.x + 8} y={tile.y + LINE}>
                  {shortened(name, tile.width / 8.5 - 1)}
                </text>
              )}
              {hasRoom(tile, '', figure(total)) && (
                <text class="tile-share" x={tile.x + 8} y={tile.y + 2 * LINE}>
                  {figure(total)}
                </text>
              )}
            </Mark>
          )
        })}
      </Drawing>
      {below.length > 0 && (
        <p class="note">
          In small boxes:{' '}
          {below
            .slice(0, MOST_BELOW)
            .map(({ name, total }) => `${name} ${figure(total)}`)
            .join(', ')}
          {below.length > MOST_BELOW && `, and ${below.length - MOST_BELOW} more, in the table`}
        </p>
      )}
      <FigureTable caption={caption} {...table} />
    </figure>
  )
}

/** Whether a box has room for a whole name, and for its figure below. */
function hasRoom({ width, height }: Tile, name: string, figure: string): boolean {
  return height > LEAST_HEIGHT + LINE && width > Math.max(LEAST_WIDTH, 16 + Math.max(name.length, figure.length) * 7.5)
}

/**
 * Rectangles within one, with areas as values, which come largest first. Rows are filled along the shorter side for as
 * long as that makes their tiles squarer (Bruls, Huizing and van Wijk, Squarified Treemaps, 2000).
 */
function tilesOf(values: readonly number[], room: Tile): readonly Tile[] {
  const [largest = 0] = values
  const whole = values.reduce((sum, each) => sum + each, 0)
  if (largest <= 0) return values.map(() => ({ ...room, width: 0, height: 0 }))
  const side = Math.min(room.width, room.height)
  const scale = (room.width * room.height) / whole
  const worst = (count: number) => {
    const row = values.slice(0, count)
    const depth = (row.reduce((sum, each) => sum + each, 0) * scale) / side
    return Math.max(...row.map((value) => ratioOf(depth, (value * scale) / depth)))
  }
  let count = 1
  while (count < values.length && worst(count + 1) <= worst(count)) count++
  const row = values.slice(0, count)
  const depth = (row.reduce((sum, each) => sum + each, 0) * scale) / side
  const isWide = room.width >= room.height
  let along = 0
  const tiles = row.map((value): Tile => {
    const length = (value * scale) / depth
    const start = along
    along += length
    return isWide
      ? { x: room.x, y: room.y + start, width: depth, height: length }
      : { x: room.x + start, y: room.y, width: length, height: depth }
  })
  const rest = isWide
    ? { ...room, x: room.x + depth, width: room.width - depth }
    : { ...room, y: room.y + depth, height: room.height - depth }
  return count === values.length ? tiles : [...tiles, ...tilesOf(values.slice(count), rest)]
}

function ratioOf(one: number, other: number): number {
  return Math.max(one / other, other / one)
}
