/** However busy the machine is that the tests run on, nothing is refused for it. */
export const PATIENCE = { MAX_WAIT_MS: '600000', TIME_LIMIT_MS: '600000' } as const
