/**
 * Lets all aborts without a reason share one. Each execution of graphql 17 ends by aborting a signal of its own, and making
 * the DOMException of each, stack trace included, takes a quarter of the time of a small query. The standard reason is kept
 * in name, message and class; only its stack trace is that of the start.
 */
export function shareAbortReason(): void {
  const { prototype } = AbortController
  const { abort } = prototype
  const shared = new DOMException('This operation was aborted', 'AbortError')
  prototype.abort = function abortWithSharedReason(reason: unknown = shared) {
    abort.call(this, reason)
  }
}
