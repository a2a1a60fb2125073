/** `power_supply` is `PowerSupply` in the names of operations. */
export function pascalCase(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}
