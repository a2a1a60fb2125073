/** Makes names unique, ignoring case, and different from `taken`: `kind, kind,` becomes `kind, kind_1, column`. */
export function uniqueNames(names: readonly string[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  return names.map((name) => {
    const base = name === '' ? 'column' : name
    let free = base
    for (let number = 1; used.has(free.toLowerCase()); number++) free = `${base}_${number}`
    used.add(free.toLowerCase())
    return free
  })
}
