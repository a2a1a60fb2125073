import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Boundary, Criterion } from '../../generated/explorer-operations.ts'
import { readDuration, WHOLE_LIFE } from '../../input/duration.ts'
import { SUBJECT_KINDS, type Subject, type SubjectKind } from '../subjects/subject.ts'
import { readNumber } from './read-conditions.ts'
import {
  type DurationUnit,
  durationInForm,
  EXAMPLE_VIEW,
  MOST_SUBJECTS,
  type View,
  WHAT_IFS,
  type WhatIf,
} from './view.ts'

/** Changes of the same field within this time are one history entry. */
const SAME_STEP_MS = 1500

/** The field of a change that corrects the address, without a step of its own in the browser's history. */
export const CORRECTED = 'address'

/** Changes the view; quick changes with the same `field` are one entry of the browser's history. */
export type ChangeView = (change: (view: View) => View, field?: string) => void

/** The view, synchronised with the page's address, including back and forward. */
export function useView(): readonly [View, ChangeView] {
  const [view, setView] = useState(() => parseView(location.search))
  const current = useRef(view)
  const lastStep = useRef({ field: '', at: 0 })

  useEffect(() => {
    const restore = () => {
      current.current = parseView(location.search)
      lastStep.current = { field: '', at: 0 }
      setView(current.current)
    }
    addEventListener('popstate', restore)
    return () => removeEventListener('popstate', restore)
  }, [])

  const change = useCallback<ChangeView>((make, field = '') => {
    const next = make(current.current)
    const search = formatView(next)
    const hasPanels = next.mode === current.current.mode && next.subjects.length > 0
    const address = hasPanels ? search + location.hash : search
    current.current = next
    setView(next)
    if (search === location.search) return
    const now = performance.now()
    const isSoon = now - lastStep.current.at < SAME_STEP_MS
    const isSameStep = field === CORRECTED || (field !== '' && field === lastStep.current.field && isSoon)
    lastStep.current = { field, at: now }
    if (isSameStep) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  }, [])

  return [view, change]
}

/**
 * The query of the view's address, with its question mark:
 * `?s=cloud;provider=aws;type=m5.xlarge&location=FRA&load=30&duration=1y&criteria=gwp,adp,pe&by=gwp`.
 */
export function formatView(view: View): string {
  const { mode, subjects, location, load, duration, durationUnit, boundary, release, criteria, focus, whatIf, job } =
    view
  const pairs: [string, string][] = subjects.map((subject) => ['s', formatSubject(subject)])
  if (mode !== 'compare') pairs.unshift(['mode', mode])
  pairs.push(
    ['location', location],
    ['load', load],
    ['duration', duration === '' ? WHOLE_LIFE : `${duration}${readNumber(duration) === undefined ? '' : durationUnit}`],
  )
  if (boundary !== EXAMPLE_VIEW.boundary) pairs.push(['boundary', boundary.toLowerCase()])
  pairs.push(['criteria', criteria.join(',').toLowerCase()])
  if (release !== '') pairs.push(['release', release])
  if (focus !== criteria[0]) pairs.push(['by', focus.toLowerCase()])
  const changes = WHAT_IFS.flatMap((id) => (whatIf[id] === undefined ? [] : `${id}:${whatIf[id]}`))
  if (changes.length > 0) pairs.push(['if', changes.join(',')])
  if (job !== '') pairs.push(['job', job])
  return `?${pairs.map(([name, value]) => `${name}=${escapeValue(value)}`).join('&')}`
}

/**
 * The parameters of an address. In a subject, `;` separates fields, and `%3B` belongs to a value. If a program has
 * encoded every `;`, `%3B` separates fields too, and `%253B` belongs to a value.
 */
export function parametersOf(search: string): URLSearchParams {
  const withValues = (subject: string) => (subject.includes(';') ? subject.replace(/%3B/gi, '%253B') : subject)
  return new URLSearchParams(search.replace(/(?<=[?&]s=)[^&]*/g, withValues))
}

/**
 * The view that an address brings back; an address without a query is the example. What it leaves out is empty, but for
 * the duration, which is a year, and the boundary.
 */
export function parseView(search: string): View {
  const query = parametersOf(search)
  if (query.size === 0) return EXAMPLE_VIEW
  const job = /^[0-9a-f]{32}$/.exec(query.get('job') ?? '')?.[0] ?? ''
  const mode = query.get('mode') === 'fleet' || job !== '' ? 'fleet' : 'compare'
  const boundary = query.get('boundary')?.toUpperCase() ?? ''
  const codes = (query.get('criteria') ?? '').split(',').filter((code) => /^\w+$/.test(code))
  const criteria =
    codes.length > 0 ? [...new Set(codes.map((code) => code.toUpperCase() as Criterion))] : EXAMPLE_VIEW.criteria
  const focus = query.get('by')?.toUpperCase() as Criterion | undefined
  return {
    mode,
    subjects: query.getAll('s').flatMap(parseSubject).slice(0, MOST_SUBJECTS),
    location: query.get('location') ?? '',
    load: query.get('load') ?? '',
    ...parseDuration(query.get('duration') ?? '1y'),
    boundary: isBoundary(boundary) ? boundary : EXAMPLE_VIEW.boundary,
    release: query.get('release') ?? '',
    criteria,
    focus: focus !== undefined && criteria.includes(focus) ? focus : (criteria[0] as Criterion),
    whatIf: parseWhatIf(query.get('if') ?? ''),
    job,
  }
}

/** Reads a duration as typed in the form, `0,5y`, or as the command takes it, `6 months`. Other text is a fault. */
function parseDuration(text: string): Pick<View, 'duration' | 'durationUnit'> {
  const [, typed = '', unit] = /^(.*)([ydh])$/.exec(text) ?? []
  if (readNumber(typed) !== undefined) return { duration: typed, durationUnit: unit as DurationUnit }
  const known = readDuration(text)
  return known === undefined ? { duration: text, durationUnit: 'y' } : durationInForm(known)
}

/** Reads `electricity:50,location:SWE`. Skips unknown names and invalid numbers. */
function parseWhatIf(text: string): WhatIf {
  const found = WHAT_IFS.flatMap((id) => {
    const value = new RegExp(`(?:^|,)${id}:([^,]+)`).exec(text)?.[1]
    const isRight = id === 'location' ? /^[A-Z]{3}$/.test(value ?? '') : (readNumber(value ?? '') ?? -1) >= 0
    return value !== undefined && isRight ? [[id, value] as const] : []
  })
  return Object.fromEntries(found)
}

function isBoundary(text: string): text is Boundary {
  return text === 'EQUIPMENT' || text === 'DATA_CENTRE'
}

function formatSubject({ kind, entered }: Subject): string {
  const facts = Object.entries(entered).filter(([, value]) => value !== '')
  return [kind, ...facts.map(([id, value]) => `${id}=${value.replace(/[%;]/g, encodeURIComponent)}`)].join(';')
}

/** The subject of a parameter `s`; none of an unknown kind. */
export function parseSubject(text: string): readonly Subject[] {
  const [kind, ...facts] = text.split(';')
  if (!SUBJECT_KINDS.includes(kind as SubjectKind)) return []
  const entered = facts.flatMap((fact) => {
    const at = fact.indexOf('=')
    return at > 0 ? [[fact.slice(0, at), fact.slice(at + 1).replace(/%(25|3B)/gi, decodeURIComponent)]] : []
  })
  return [{ kind: kind as SubjectKind, entered: Object.fromEntries(entered) as Record<string, string> }]
}

/**
 * Escapes a query value, but keeps readable characters that need no escaping: `;`, `=`, `,`, `@`, `(`, `)`, `/` and
 * `:`.
 */
function escapeValue(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(3B|3D|2C|40|2F|3A)/g, decodeURIComponent)
    .replace(/%20/g, '+')
}
