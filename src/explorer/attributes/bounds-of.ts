/** The bounds of an attribute, which numbers alone have: `{ min: null, max: null }` for a text. */
export function boundsOf(attribute: object): { readonly min: number | null; readonly max: number | null } {
  return { min: null, max: null, ...attribute }
}
