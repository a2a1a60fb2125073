import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { graphql } from 'cm6-graphql'

interface Events {
  readonly onRun: () => boolean
  readonly onChange: () => void
}

/** Colours of texts, which follow the reader's system by the variables of all pages. */
const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.definitionKeyword, tags.atom, tags.bool, tags.null], color: 'var(--status-CHANGED)' },
    { tag: [tags.propertyName, tags.attributeName], color: 'var(--accent)' },
    { tag: [tags.string, tags.number], color: 'var(--doubt)' },
    { tag: [tags.variableName, tags.special(tags.name)], color: 'var(--status-COMPLETED)' },
    { tag: [tags.comment, tags.punctuation], color: 'var(--muted)' },
  ]),
)

/** Tab leaves the field, as everywhere on a page. Enter takes a completion. */
function fieldWith(parent: HTMLElement, label: string, doc: string, extensions: readonly Extension[]): EditorView {
  const attributes = EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })
  const usual = [attributes, COLOURS, EditorView.lineWrapping, bracketMatching(), keymap.of(foldKeymap)]
  return new EditorView({ parent, doc, extensions: [...usual, ...extensions] })
}

function typing({ onRun, onChange }: Events): readonly Extension[] {
  return [
    keymap.of([
      { key: 'Mod-Enter', run: onRun },
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...lintKeymap,
    ]),
    history(),
    closeBrackets(),
    autocompletion(),
    EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
  ]
}

interface QueryEvents extends Events {
  /** Shows a type, or a field of it, in the reference. */
  readonly onShow: (type: string) => void
}

/** A field for a query, which completes it once it has a schema. */
export function queryField(parent: HTMLElement, doc: string, { onShow, ...events }: QueryEvents): EditorView {
  const onShowInDocs = (_field?: string, type?: string, parentType?: string) => onShow(parentType ?? type ?? '')
  return fieldWith(parent, 'Query', doc, [
    lineNumbers(),
    foldGutter(),
    ...typing(events),
    graphql(undefined, { onShowInDocs }),
  ])
}

/** A field for JSON. */
export function jsonField(parent: HTMLElement, label: string, doc: string, events: Events): EditorView {
  return fieldWith(parent, label, doc, [...typing(events), json()])
}

/** A field that shows an answer. */
export function answerField(parent: HTMLElement): EditorView {
  return fieldWith(parent, 'Answer', '', [
    EditorState.readOnly.of(true),
    placeholder('Run the query to see its answer here.'),
    foldGutter(),
    json(),
  ])
}

export function textOf(field: EditorView): string {
  return field.state.doc.toString()
}

export function writeText(field: EditorView, text: string): void {
  field.dispatch({ changes: { from: 0, to: field.state.doc.length, insert: text } })
}
