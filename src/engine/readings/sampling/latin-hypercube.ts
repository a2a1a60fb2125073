/** Two words of hash, which determine the draws of one input. */
interface Key {
  readonly a: number
  readonly b: number
}

const UINT32 = 2 ** 32

/** Hashes a text to 64 bits (two multiplication chains, each mixed with the other at the end). */
function keyOf(text: string): Key {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return { a: mixed(a ^ (b >>> 15)), b: mixed(b ^ (a >>> 13)) }
}

/** Mixes the bits of a word, bijectively (constants from the hash search of C. Wellons). */
function mixed(word: number): number {
  let x = word
  x ^= x >>> 17
  x = Math.imul(x, 0xed5ad4bb)
  x ^= x >>> 11
  x = Math.imul(x, 0xac4c1b51)
  x ^= x >>> 15
  x = Math.imul(x, 0x31848bab)
  return x ^ (x >>> 14)
}

/** The number for a key and a counter, uniform on [0, 1). It depends on these two alone. */
function uniformAt({ a, b }: Key, counter: number): number {
  return (mixed(mixed(counter + a) ^ b) >>> 0) / UINT32
}

/**
 * A Latin hypercube column: u_k = (pi(k) + r_k) / count. It has one number in each of `count` equal strips of [0, 1),
 * in an order that the key determines. Equal keys give equal columns.
 *
 * @example
 * latinHypercube('1/0/electricity.FRA.gwp', 4) // one number below .25, one of .25 to .5, ...
 */
export function latinHypercube(key: string, count: number): Float64Array {
  const words = keyOf(key)
  const column = new Float64Array(count)
  for (let at = 0; at < count; at++) column[at] = at
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(uniformAt(words, at) * (at + 1))
    const kept = column[at] as number
    column[at] = column[other] as number
    column[other] = kept
  }
  for (let at = 0; at < count; at++) {
    column[at] = ((column[at] as number) + uniformAt(words, count + at)) / count
  }
  return column
}
