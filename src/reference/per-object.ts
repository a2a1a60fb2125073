/** What is made of an object that never changes, such as a row of the tables: made once, and kept as long as the object is. */
export function perObject<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<Source, { readonly value: Made }>()
  return (source) => {
    const known = made.get(source)
    if (known !== undefined) return known.value
    const value = make(source)
    made.set(source, { value })
    return value
  }
}
