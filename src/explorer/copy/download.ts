/** Rows as CSV (RFC 4180), with a heading; every row has the same keys. */
export function csvText(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const keys = Object.keys(rows[0] ?? {})
  const lines = [keys, ...rows.map((row) => keys.map((key) => row[key] as string | number))]
  return `${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Spreadsheets run text starting with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell. An apostrophe keeps text from running as a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Downloads a text or an image. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
