import { COMPONENT_NAMES } from './component-fields.ts'
import { KIND_NAMES, type Subject } from './subject.ts'
import { TERMINAL_NAMES } from './terminal-names.ts'

/** What a subject is called: `m5.xlarge`, `Server with Intel Xeon Gold 6138`. */
export function subjectName({ kind, said }: Subject): string {
  const { archetype, type, cpu, name } = said
  const sort = said.kind ?? ''
  if (kind === 'cloud') return type || 'Cloud instance'
  if (kind === 'server') return cpu ? `Server with ${cpu}` : archetype ? `Server ${archetype}` : 'Typical server'
  if (kind === 'terminal') return counted(said.units, archetype || TERMINAL_NAMES[sort] || KIND_NAMES.terminal)
  return counted(said.units, name || COMPONENT_NAMES[sort] || KIND_NAMES.component)
}

function counted(units: string | undefined, name: string): string {
  return units ? `${units} × ${name}` : name
}

/** The letter that stands for a subject in pictures: A for the first. */
export function subjectLetter(index: number): string {
  return String.fromCharCode(65 + index)
}
