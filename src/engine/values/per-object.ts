/** What is made of an object or a list that never changes, such as a row of the tables: made once, and kept as long as that is. */
export function perObject<Source extends object, Made extends object>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const made = new WeakMap<Source, Made>()
  return (source) => {
    let known = made.get(source)
    if (known === undefined) {
      known = make(source)
      made.set(source, known)
    }
    return known
  }
}
