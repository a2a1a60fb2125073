/** The number that was typed, with a point or a comma; undefined where it is none. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined
}
