import { ASSETS, type AssetKind, COMPONENTS, concerns, DESKTOP_FORM_NAMES, EQUIPMENT, TERMINALS } from '../../kinds.ts'

/** A kind of asset, as in the page's address. */
export type SubjectKind = Exclude<AssetKind, 'cloudInstance'> | 'cloud'

export const SUBJECT_KINDS: readonly SubjectKind[] = (Object.keys(ASSETS) as AssetKind[]).map((kind) =>
  kind === 'cloudInstance' ? 'cloud' : kind,
)

/** The kind as in inputs. */
export function assetKind(kind: SubjectKind): AssetKind {
  return kind === 'cloud' ? 'cloudInstance' : kind
}

/** The name of a kind, short for a button with `isShort`. */
export function kindName(kind: SubjectKind, isShort = false): string {
  const { name, short = name }: { readonly name: string; readonly short?: string } = ASSETS[assetKind(kind)]
  return isShort ? short : name
}

/** One thing to assess: what the reader entered, by field, as typed. */
export interface Subject {
  readonly kind: SubjectKind
  /** Entered values, by field id. */
  readonly entered: Readonly<Record<string, string>>
}

/** The values of a newly added subject. */
export const STARTING_SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  cloud: { kind: 'cloud', entered: { provider: 'aws' } },
  server: { kind: 'server', entered: {} },
  terminal: { kind: 'terminal', entered: { kind: 'LAPTOP' } },
  equipment: { kind: 'equipment', entered: { kind: 'SWITCH' } },
  component: { kind: 'component', entered: { kind: 'cpu' } },
  iotDevice: { kind: 'iotDevice', entered: {} },
  storage: { kind: 'storage', entered: { kind: 'SSD' } },
  network: { kind: 'network', entered: { reach: 'INTERNET' } },
}

/** The name of a subject: `m5.xlarge`, `10 × Server with Intel Xeon Gold 6138`. */
export function subjectName({ kind, entered }: Subject): string {
  return counted({ kind, entered }, nameOfOne({ kind, entered }))
}

/** A name with its quantity: `10 × m5.xlarge`. */
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
  if (kind === 'terminal') return nameOfTerminal(entered)
  if (kind === 'equipment') return model || [nameIn(EQUIPMENT, sort) ?? kindName(kind), type].filter(Boolean).join(', ')
  if (kind === 'component') return name || nameIn(COMPONENTS, sort) || kindName(kind)
  const { gigabytes } = entered
  return archetype || (gigabytes ? `${kindName(kind)}, ${gigabytes} GB` : kindName(kind))
}

/** The name of a terminal, with what the reader entered of its type, form and size: `Monitor, 27 inches`. */
function nameOfTerminal({ kind: sort = '', ...entered }: Subject['entered']): string {
  const { model, archetype, type, form = '', inches, storage } = concerning(sort, entered)
  const ofForm = Object.hasOwn(DESKTOP_FORM_NAMES, form)
    ? DESKTOP_FORM_NAMES[form as keyof typeof DESKTOP_FORM_NAMES]
    : ''
  const isNew = (size: string | undefined) => size !== undefined && size !== '' && !model?.includes(size)
  const described = [
    model || archetype || ofForm || nameIn(TERMINALS, sort) || kindName('terminal'),
    type,
    model || archetype ? ofForm : '',
    isNew(inches) && `${inches} inches`,
    isNew(storage) && `${storage} GB`,
  ]
  return described.filter(Boolean).join(', ')
}

/** What was entered, without fields that change no figure of this kind of terminal. */
export function concerning(kind: string, entered: Subject['entered']): Subject['entered'] {
  return Object.fromEntries(Object.entries(entered).filter(([id]) => concerns(kind, id)))
}

function nameIn(kinds: Readonly<Record<string, { readonly name: string }>>, kind: string): string | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind]?.name : undefined
}

/** The letter of a subject in charts: A for the first, AA for the one after Z. */
export function subjectLetter(index: number): string {
  return `${index < 26 ? '' : subjectLetter(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`
}
