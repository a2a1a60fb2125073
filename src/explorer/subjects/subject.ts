import { ASSETS, type AssetKind, COMPONENTS, TERMINALS } from '../../kinds.ts'

/** A kind of asset, as addresses of the page name it. */
export type SubjectKind = Exclude<AssetKind, 'cloudInstance'> | 'cloud'

export const SUBJECT_KINDS: readonly SubjectKind[] = (Object.keys(ASSETS) as AssetKind[]).map((kind) =>
  kind === 'cloudInstance' ? 'cloud' : kind,
)

/** The same kind as inputs name it. */
export function assetKind(kind: SubjectKind): AssetKind {
  return kind === 'cloud' ? 'cloudInstance' : kind
}

/** What a kind is called; on a button, where it is `isShort`. */
export function kindName(kind: SubjectKind, isShort = false): string {
  const { name, short = name }: { readonly name: string; readonly short?: string } = ASSETS[assetKind(kind)]
  return isShort ? short : name
}

/** One thing to assess: what the reader entered, field by field, as typed. */
export interface Subject {
  readonly kind: SubjectKind
  /** What was entered, by id of the field. */
  readonly entered: Readonly<Record<string, string>>
}

/** What a newly added subject has. */
export const STARTING_SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  cloud: { kind: 'cloud', entered: { provider: 'aws' } },
  server: { kind: 'server', entered: {} },
  terminal: { kind: 'terminal', entered: { kind: 'LAPTOP' } },
  component: { kind: 'component', entered: { kind: 'cpu' } },
  iotDevice: { kind: 'iotDevice', entered: {} },
  storage: { kind: 'storage', entered: { kind: 'SSD' } },
  network: { kind: 'network', entered: { reach: 'INTERNET' } },
}

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
  const { archetype, type, cpu, name, model } = entered
  const sort = entered.kind ?? ''
  if (kind === 'cloud') return type || 'Cloud instance'
  if (kind === 'server') {
    if (model) return model
    return cpu ? `Server with ${cpu}` : archetype ? `Server ${archetype}` : 'Typical server'
  }
  if (kind === 'terminal') return model || archetype || nameIn(TERMINALS, sort) || kindName(kind)
  if (kind === 'component') return name || nameIn(COMPONENTS, sort) || kindName(kind)
  const { gigabytes } = entered
  return archetype || (gigabytes ? `${kindName(kind)}, ${gigabytes} GB` : kindName(kind))
}

function nameIn(kinds: Readonly<Record<string, { readonly name: string }>>, kind: string): string | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.name : undefined
}

/** The letter that stands for a subject in pictures: A for the first. */
export function subjectLetter(index: number): string {
  return String.fromCharCode(65 + index)
}
