/** Headers for what must not be kept: errors, and what changes from moment to moment. */
export const NO_CACHING = ['cache-control', 'no-store'] as const

/** Results depend on the request and the data release alone. */
const RESULT_CACHING = ['cache-control', 'public, max-age=600, must-revalidate'] as const

/** Where a key is needed, no shared cache may hand a result on. */
const PRIVATE_CACHING = ['cache-control', 'private, max-age=600, must-revalidate'] as const

/** Headers for a result of a service that is open to all, or not. */
export function resultCaching(isOpen: boolean): readonly string[] {
  return isOpen ? RESULT_CACHING : PRIVATE_CACHING
}
