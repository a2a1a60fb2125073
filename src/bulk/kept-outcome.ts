import type { PartitionOutcome } from './evaluate-partition.ts'

/** A partition's outcome in a form that JSON can hold: it has no NaN, and samples are base 64. */
interface KeptOutcome extends Omit<PartitionOutcome, 'sums' | 'samples'> {
  readonly sums: readonly (number | null)[]
  readonly samples: string | undefined
}

/** A partition's outcome as text, without the loss of a digit. */
export function keepOutcome(outcome: PartitionOutcome): string {
  const sums = Array.from(outcome.sums, (sum) => (Number.isNaN(sum) ? null : sum))
  const samples = outcome.samples && Buffer.from(outcome.samples.buffer).toString('base64')
  return JSON.stringify({ ...outcome, sums, samples } satisfies KeptOutcome)
}

export function readOutcome(text: string): PartitionOutcome {
  const { sums, samples, ...rest } = JSON.parse(text) as KeptOutcome
  return {
    ...rest,
    sums: Float64Array.from(sums, (sum) => sum ?? Number.NaN),
    samples: samples === undefined ? undefined : numbersOf(samples),
  }
}

function numbersOf(base64: string): Float64Array {
  const bytes = Buffer.from(base64, 'base64')
  const numbers = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT)
  new Uint8Array(numbers.buffer).set(bytes)
  return numbers
}
