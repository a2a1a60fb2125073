export const SUBJECT_KINDS = ['cloud', 'server', 'terminal', 'component'] as const

export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** One thing to be assessed: what the reader said of it, field by field, as typed. */
export interface Subject {
  readonly kind: SubjectKind
  /** What was said, by id of the field; what is empty was not said. */
  readonly said: Readonly<Record<string, string>>
}

export const KIND_NAMES: Readonly<Record<SubjectKind, string>> = {
  cloud: 'Cloud instance',
  server: 'Server',
  terminal: 'Terminal or peripheral',
  component: 'Component',
}

/** What a newly added subject says. */
export const STARTING_SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  cloud: { kind: 'cloud', said: { provider: 'aws' } },
  server: { kind: 'server', said: {} },
  terminal: { kind: 'terminal', said: { kind: 'LAPTOP' } },
  component: { kind: 'component', said: { kind: 'cpu' } },
}
