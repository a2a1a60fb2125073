import { FaultError } from '../input/fault.ts'

/** Why an asset has no figures: a code for programs, a sentence for people, and the fields that it is about. */
export interface AssetFault {
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
}

/** What is wrong with the input, by an error; an error that is none of the input is thrown again. */
export function faultOf(error: unknown): AssetFault {
  if (!(error instanceof FaultError)) throw error
  const { code, message, faults } = error
  return { code, message, path: (faults[0]?.path ?? []).map(String) }
}
