import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Nothing under test may write to the console. */
beforeEach(() => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) vi.spyOn(console, method)
})

afterEach(() => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const spy = vi.mocked(console[method])
    const calls = spy.mock.calls
    spy.mockRestore()
    expect(calls, `console.${method}`).toEqual([])
  }
})
