/**
 * Derives something from an immutable object or list, such as a row of the tables, once. It lives as long as its
 * source.
 */
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
