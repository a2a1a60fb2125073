/** A figure with its bounds. */
export interface Bar {
  readonly name: string
  readonly value: number
  readonly min: number
  readonly max: number
}

const WIDTH = 340
const ROW = 64
const BAR = 24

/** A drawing of figures in one unit: a bar for each, and a line from the least to the most it may be. */
export function impactBars(bars: readonly Bar[], unit: string): string {
  const most = Math.max(...bars.map(({ max }) => max)) || 1
  const at = (figure: number) => Math.round((figure / most) * (WIDTH - 4) * 10) / 10
  const rows = bars.map(({ name, value, min, max }, index) => {
    const top = index * ROW + 26
    const middle = top + BAR / 2
    return [
      `<text x="0" y="${top - 9}">${name} <tspan>${value} ${unit}, ${min} to ${max}</tspan></text>`,
      `<rect class="bar" x="0" y="${top}" width="${at(value)}" height="${BAR}" rx="3"/>`,
      `<path class="bounds" d="M${at(min)} ${middle}H${at(max)}M${at(min)} ${middle - 6}v12M${at(max)} ${middle - 6}v12"/>`,
    ].join('')
  })
  const words = bars.map(({ name, value, min, max }) => `${name} ${value} ${unit}, ${min} to ${max}`).join('; ')
  return `<svg class="bars" viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${words}">${rows.join('')}</svg>`
}
