import { useEffect, useState } from 'preact/hooks'
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
import { Panel, SubjectTabs } from '../results/panel.tsx'
import { assetOf, requestVariables, spanOf } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { unitWords } from '../results/words.ts'
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
  const index = Math.min(chosen, results.length - 1)
  const result = results[index]
  const readings = typeof uncertainty === 'object' ? uncertainty.readings[index] : undefined
  if (result === undefined) return null
  return (
    <Panel id="explanation" title="How it is computed">
      <SubjectTabs label="Explain" results={results} chosen={index} onChoose={setChosen} />
      {readings && <FlowPicture name={result.name} unit={unit} contributions={readings.contributions} />}
      <ExplanationTree
        key={`${result.key} ${criterion}`}
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
      {root && known && (
        <ul>
          <Branch node={root} symbol="total" nodes={known} isOpen />
        </ul>
      )}
    </details>
  )
}

interface BranchProps {
  readonly node: Node
  /** Its symbol in the formula. */
  readonly symbol: string
  readonly nodes: ReadonlyMap<string, Node>
  readonly isOpen?: boolean
}

function Branch({ node, symbol, nodes, isOpen: isOpenFirst = false }: BranchProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { label, formula, value, unit, status, source, operands } = node
  const bounds = boundsText({ min: Number(node.min.toPrecision(4)), max: Number(node.max.toPrecision(4)) })
  const figure = (
    <>
      <strong>{symbol.replaceAll('_', ' ')}</strong> = {roundedText(value)} {unitWords(unit)}{' '}
      {bounds && <span class="muted">({bounds})</span>}
    </>
  )
  if (operands.length === 0) {
    return (
      <li>
        {figure} <span class="muted">{label}</span>
        <br />
        <span class="note">
          {status && `${STATUS_WORDS[status][0]}. `}
          {source && <SourceText source={source} />}
        </span>
      </li>
    )
  }
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {figure} <code>{formula}</code>
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
