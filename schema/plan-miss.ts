/** What a plan cannot do: the operation is then executed by graphql-js, which can. */
export class PlanMiss extends Error {}

/** Gives up a plan. */
export function miss(): never {
  throw new PlanMiss()
}
