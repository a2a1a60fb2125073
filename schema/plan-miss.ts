/** What a plan cannot do: the operation is then executed by graphql-js, which can. */
export class PlanMiss extends Error {}

/** Gives up a plan. */
export function miss(): never {
  throw new PlanMiss()
}

/** The one name that an object does not take as others. */
export const UNPLANNED_NAME = '__proto__'
