import { FaultError } from '../input/fault.ts'

/** Reason why an asset has no figures: a code for programs, a sentence for people, and the fields concerned. */
export interface AssetFault {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
}

/** Fault of an input, from an error. Throws other errors again. */
export function faultOf(error: unknown): AssetFault {
  if (!(error instanceof FaultError)) throw error
  const { code, message, faults } = error
  return { code, message, path: (faults[0]?.path ?? []).map(String) }
}
