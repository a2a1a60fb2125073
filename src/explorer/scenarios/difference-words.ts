/** `38 % less`; empty where there is nothing to compare. */
export function differenceWords(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined || before === 0) return ''
  const share = after / before - 1
  const percent = Math.round(Math.abs(share) * 100)
  return percent === 0 ? 'the same within 1 %' : `${percent} % ${share < 0 ? 'less' : 'more'}`
}
