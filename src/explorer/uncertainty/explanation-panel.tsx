import { useEffect, useId, useRef, useState } from 'preact/hooks'
import {
  type Criterion,
  ExploreComponentExplanationDocument,
  type ExploreComponentExplanationQueryVariables,
  ExploreExplanationDocument,
  type ShownExplanationFragment,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { STATUS_WORDS } from '../attributes/attribute-rows.ts'
import { SourceText } from '../attributes/source-text.tsx'
import { boundsText, roundedText } from '../results/number-text.ts'
import { pageWords } from '../results/page-words.ts'
import { isInAddress, Panel, SubjectTabs } from '../results/panel.tsx'
import { assetOf, requestVariables, spanOf } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { Term } from '../results/term.tsx'
import { symbolWords, unitWords } from '../results/words.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import type { Uncertainty } from './fetch-uncertainty.ts'
import { FlowPicture } from './flow-picture.tsx'

interface Props {
  readonly results: readonly SubjectResult[]
  readonly uncertainty: Uncertainty | 'failed' | undefined
  readonly criterion: Criterion
  readonly unit: string
}

/** How a figure is computed: its inputs, and each formula with its values and their sources. */
export function ExplanationPanel({ results, uncertainty, criterion, unit }: Props) {
  const [chosen, setChosen] = useState(0)
  const isAsked = useRef(isInAddress('explanation')).current
  const index = Math.min(chosen, results.length - 1)
  const result = results[index]
  const readings = typeof uncertainty === 'object' ? uncertainty.readings[index] : undefined
  if (result === undefined) return null
  return (
    <Panel id="explanation" title="How it is computed" isLazy>
      <SubjectTabs label="Explain" results={results} chosen={index} onChoose={setChosen} />
      {readings && <FlowPicture name={result.name} unit={unit} contributions={readings.contributions} />}
      <ExplanationTree
        key={`${result.key} ${criterion}`}
        isOpen={isAsked}
        ask={(signal) => fetchExplanation(result.request, criterion, signal)}
      />
    </Panel>
  )
}

interface TreeProps {
  /** Fetches the formulas: operands first, the figure last. */
  readonly ask: (signal: AbortSignal) => Promise<readonly Node[]>
  readonly isOpen?: boolean
}

/** The formulas behind a figure, fetched when expanded. */
export function ExplanationTree({ ask, isOpen: isOpenFirst = false }: TreeProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [nodes, setNodes] = useState<readonly Node[] | string>()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!isOpen || Array.isArray(nodes)) return
    const controller = new AbortController()
    setNodes(undefined)
    ask(controller.signal).then(setNodes, (error: Error) => controller.signal.aborted || setNodes(error.message))
    return () => controller.abort()
  }, [isOpen])
  const known = Array.isArray(nodes) ? new Map((nodes as readonly Node[]).map((node) => [node.leaf, node])) : undefined
  const root = Array.isArray(nodes) ? (nodes as readonly Node[]).at(-1) : undefined
  return (
    <details class="tree" open={isOpenFirst} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Every formula, down to its sources</summary>
      {typeof nodes === 'string' && <p class="fault">{nodes}</p>}
      {isOpen && nodes === undefined && <p class="note">Computing…</p>}
      {root && known && <TreeSearch nodes={known} typed={typed} onType={setTyped} />}
      {root && known && (
        <p class="note">
          In brackets: the <Term of="Bounds">lowest and highest possible value</Term>. The highest assumes that every
          input is at its worst value at once, and the lowest that every input is at its best. The{' '}
          <Term of="Likely range">likely range</Term> of the result assumes neither, so it differs.
        </p>
      )}
      {root && known && typed.trim() === '' && (
        <ul>
          <Branch node={root} symbol="total" nodes={known} isOpen />
        </ul>
      )}
    </details>
  )
}

interface SearchProps {
  readonly nodes: ReadonlyMap<string, Node>
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** More matches are not listed. */
const MOST_MATCHES = 20

/** A search among formulas and inputs: by name, unit or source. */
function TreeSearch({ nodes, typed, onType }: SearchProps) {
  const id = useId()
  const wanted = typed.trim().toLowerCase()
  const all = [...nodes.values()]
  const matches = all.filter((node) =>
    pageWords(`${nameOf(node)} ${node.label} ${node.formula ?? ''} ${node.source ?? ''}`)
      .toLowerCase()
      .includes(wanted),
  )
  return (
    <>
      <div class="field tree-search">
        <div class="field-head">
          <label for={id}>Search the formulas and inputs</label>
        </div>
        <input
          id={id}
          type="search"
          autoComplete="off"
          value={typed}
          placeholder="electricity, memory, lifetime"
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      </div>
      {wanted !== '' && (
        <>
          <p class="note" role="status">
            {matches.length} of {all.length} match
            {matches.length > MOST_MATCHES && `; the list shows the first ${MOST_MATCHES}`}
          </p>
          <ul>
            {matches.slice(0, MOST_MATCHES).map((node) => (
              <Branch key={node.leaf} node={node} symbol={nameOf(node)} nodes={nodes} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** `die area (Memory)`: out of the tree, a formula says which part it is about. */
function nameOf({ name, label, component }: Node): string {
  if (name === null) return label
  const part = component === null ? '' : symbolWords(component.toLowerCase().replace('-', '_'))
  return part === '' ? name : `${symbolWords(name)} (${part})`
}

interface BranchProps {
  readonly node: Node
  /** Its symbol in the formula. */
  readonly symbol: string
  readonly nodes: ReadonlyMap<string, Node>
  readonly isOpen?: boolean
}

function Branch({ node: given, symbol, nodes, isOpen: isOpenFirst = false }: BranchProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const node = withoutSumsOfOne(given, nodes)
  const { label, formula, value, unit, status, source, sources, method, spreadReason, operands } = node
  const bounds = boundsText({ min: Number(node.min.toPrecision(4)), max: Number(node.max.toPrecision(4)) })
  const figure = (
    <>
      <strong>{symbolWords(symbol)}</strong> = {roundedText(value)} {unitWords(unit)}{' '}
      {bounds && <span class="muted">({bounds})</span>}
    </>
  )
  if (operands.length === 0) {
    return (
      <li>
        {figure} <span class="muted">{pageWords(label)}</span>
        <br />
        <span class="note">
          {status && `${STATUS_WORDS[status][0]}. `}
          {source && <SourceText source={source} />}
          {method && ` ${method}.`}
          {spreadReason && ` Spread: ${spreadReason}.`}
          {sources.map(({ title, licence, year }) => ` ${[title, year, licence].filter(Boolean).join(', ')}.`)}
        </span>
      </li>
    )
  }
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {figure} <code>{formula?.replace(/[a-z]\w*/g, symbolWords)}</code>
        </summary>
        {isOpen && (
          <ul>
            {operands.map((operand) => {
              const next = nodes.get(operand.node)
              return next && <Branch key={operand.symbol} node={next} symbol={operand.symbol} nodes={nodes} />
            })}
          </ul>
        )}
      </details>
    </li>
  )
}

/** A node; for a sum of one thing, that thing. */
function withoutSumsOfOne(node: Node, nodes: ReadonlyMap<string, Node>): Node {
  const [only, ...others] = node.operands
  const next = only && others.length === 0 && node.formula === only.symbol ? nodes.get(only.node) : undefined
  return next === undefined ? node : withoutSumsOfOne(next, nodes)
}

/** A formula with its values, or a value with its source. */
export type Node = ShownExplanationFragment['explanation']['nodes'][number]

/** Fetches the formulas behind the total in a criterion: operands first, the total last. */
async function fetchExplanation(
  request: SubjectRequest,
  criterion: Criterion,
  signal: AbortSignal,
): Promise<readonly Node[]> {
  const { kind, quantity, release, archetype } = request
  const about = { criterion, ...spanOf(request) }
  if (kind === 'component' && archetype !== undefined) {
    const { input } = requestVariables(request)
    const variables = { input, archetype, ...about } as ExploreComponentExplanationQueryVariables
    const { component } = await send(ExploreComponentExplanationDocument, variables, { release, signal })
    return component?.impact.total?.explanation.nodes ?? []
  }
  const variables = { items: [{ quantity, asset: assetOf(request) }], ...about }
  const { fleet } = await send(ExploreExplanationDocument, variables, { release, signal })
  return fleet?.items[0]?.impact.total?.explanation.nodes ?? []
}
