/**
 * Frees what a start or a large operation left, and returns it to the system: full collections of this thread's heap.
 * Without `--expose-gc` it does nothing, and V8 collects once the heap has doubled.
 */
export function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
