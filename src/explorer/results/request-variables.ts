import type { JsonObject, SubjectRequest } from '../subjects/subject-request.ts'

/** The variables that are sent for a subject. */
export function requestVariables({ input, archetype, criteria, duration }: SubjectRequest): JsonObject {
  return {
    input,
    ...(archetype !== undefined && { archetype }),
    criteria,
    ...(duration !== undefined && { duration }),
  }
}
