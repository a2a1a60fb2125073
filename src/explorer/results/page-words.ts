const CODES: Readonly<Record<string, string>> = {
  gwp: 'carbon footprint',
  adp: 'resource depletion',
  pe: 'primary energy',
}

/** A sentence of the service in the words of the pages: embodied for embedded, and names for codes of impacts. */
export function pageWords(text: string): string {
  return text
    .replace(/\b([Ee])mbedded\b/g, '$1mbodied')
    .replace(/(?<![\w.])(?:gwp|adp|pe)(?![\w.]\w)\b/g, (code) => CODES[code] ?? code)
}
