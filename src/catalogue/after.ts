/**
 * Continues with a value that may be a promise, at once if it is none: a request that needs no look-up then has its
 * answer in the same turn.
 */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
