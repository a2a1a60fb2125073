/** Hosts of Fargate, as the rules `aws.fargate.vcpu` and `aws.fargate.vcpu-arm` of bills have them. */
export const FARGATE_HOST = { X86_64: 'm6i.large', ARM64: 'm6g.large' } as const

/**
 * Sizes of tasks: vCPUs, and the GB of memory that go with them.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-tasks-services.html#fargate-tasks-size
 */
const SIZES: readonly (readonly [vcpu: number, memory: readonly number[]])[] = [
  [0.25, [0.5, 1, 2]],
  [0.5, [1, 2, 3, 4]],
  [1, upTo(8, 1, 2)],
  [2, upTo(16, 1, 4)],
  [4, upTo(30, 1, 8)],
  [8, upTo(60, 4, 16)],
  [16, upTo(120, 8, 32)],
]

function upTo(most: number, step: number, least: number): readonly number[] {
  return Array.from({ length: (most - least) / step + 1 }, (_, at) => least + at * step)
}

/**
 * The smallest size of Fargate with at least these vCPUs and GB of memory, as Fargate rounds up what runs on it. What
 * is above all sizes stays as it is.
 *
 * @example
 * fargateSizeOf({ vcpu: 0.3, memory: 5 }) // { vcpu: 1, memory: 5 }
 */
export function fargateSizeOf(asked: { readonly vcpu: number; readonly memory: number }) {
  for (const [vcpu, memories] of SIZES) {
    const memory = memories.find((each) => each >= asked.memory)
    if (vcpu >= asked.vcpu && memory !== undefined) return { vcpu, memory }
  }
  return asked
}
