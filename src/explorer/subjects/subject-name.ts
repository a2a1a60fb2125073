import { COMPONENT_NAMES } from './component-fields.ts'
import { KIND_NAMES, type Subject } from './subject.ts'
import { TERMINAL_NAMES } from './terminal-names.ts'

/** What a subject is called: `m5.xlarge`, `10 × Server with Intel Xeon Gold 6138`. */
export function subjectName({ kind, entered }: Subject): string {
  return counted({ kind, entered }, nameOfOne({ kind, entered }))
}

/** A name with how many of it there are: `10 × m5.xlarge`. */
export function counted({ entered }: Subject, name: string): string {
  const count = entered.quantity ?? entered.units ?? ''
  return count === '' || count === '1' ? name : `${count} × ${name}`
}

function nameOfOne({ kind, entered }: Subject): string {
  const { archetype, type, cpu, name } = entered
  const sort = entered.kind ?? ''
  if (kind === 'cloud') return type || 'Cloud instance'
  if (kind === 'server') return cpu ? `Server with ${cpu}` : archetype ? `Server ${archetype}` : 'Typical server'
  if (kind === 'terminal') return archetype || TERMINAL_NAMES[sort] || KIND_NAMES.terminal
  return name || COMPONENT_NAMES[sort] || KIND_NAMES.component
}

/** The letter that stands for a subject in pictures: A for the first. */
export function subjectLetter(index: number): string {
  return String.fromCharCode(65 + index)
}
