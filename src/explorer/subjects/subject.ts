export const SUBJECT_KINDS = ['cloud', 'server', 'terminal', 'component'] as const

export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** One thing to assess: what the reader entered, field by field, as typed. */
export interface Subject {
  readonly kind: SubjectKind
  /** What was entered, by id of the field. */
  readonly entered: Readonly<Record<string, string>>
}

export const KIND_NAMES: Readonly<Record<SubjectKind, string>> = {
  cloud: 'Cloud instance',
  server: 'Server',
  terminal: 'Laptop, screen or other device',
  component: 'Single component',
}

/** What a newly added subject has. */
export const STARTING_SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  cloud: { kind: 'cloud', entered: { provider: 'aws' } },
  server: { kind: 'server', entered: {} },
  terminal: { kind: 'terminal', entered: { kind: 'LAPTOP' } },
  component: { kind: 'component', entered: { kind: 'cpu' } },
}
