import { getHeapStatistics } from 'node:v8'
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import type { ReportError } from '../answers/errors.ts'
import type { GraphqlOptions } from '../graphql-options.ts'
import { OperationRunner } from '../operation-runner.ts'
import { collectGarbage } from './collect-garbage.ts'
import {
  BEGUN,
  CANCELLED,
  processMs,
  type ThreadAnswer,
  type ThreadData,
  type ThreadTask,
} from './operation-threads.ts'

/** Creates the schema, the contexts and the errands of a service again, in a thread. */
export type MakeThreadWorld = (data: never) => Pick<GraphqlOptions, 'schema' | 'createContext' | 'errands'>

/** More in the heap is collected after an operation. A thread takes about 90 MB with its tables. */
const LARGE_BYTES = 130e6
/** What is remembered may take more: then this much above what the last collection left. */
const GARBAGE_BYTES = 40e6
let bytesLeft = 0

let reports: { readonly errorId: string; readonly stack: string }[] = []
const report: ReportError = (error, errorId) => {
  reports.push({ errorId, stack: error.stack ?? String(error) })
}
/**
 * Created by the first task, so that an error belongs to that task. An error of the module would restart the thread.
 */
let runner: OperationRunner | undefined

async function startRunner(): Promise<OperationRunner> {
  const { world, config } = workerData as ThreadData
  const { default: makeWorld } = (await import(world.module)) as { default: MakeThreadWorld }
  const options = { ...makeWorld(world.data as never), config, trustedDocuments: undefined, report }
  return new OperationRunner(options, undefined, true)
}

/** Runs one operation or errand in this thread; without one, only starts the thread. */
export default async function runInThread(task: ThreadTask | undefined): Promise<object | undefined> {
  runner ??= await startRunner()
  if (task === undefined) {
    collectGarbage()
    return undefined
  }
  Atomics.store(task.state, BEGUN, 1)
  reports = []
  const outcome = await outcomeOf(runner, task)
  const bytes = typeof outcome.text === 'string' ? new TextEncoder().encode(outcome.text) : outcome.text
  const { total_heap_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
  if (usedBytes > Math.max(LARGE_BYTES, bytesLeft + GARBAGE_BYTES))
    setImmediate(() => {
      collectGarbage()
      bytesLeft = getHeapStatistics().used_heap_size
    })
  const answer: ThreadAnswer = { outcome: { ...outcome, text: bytes }, reports, heapBytes }
  return move({ [transferableSymbol]: bytes.buffer, [valueSymbol]: answer } as never)
}

function outcomeOf(runner: OperationRunner, { work, body, state, requestId, endsAt }: ThreadTask) {
  if ('errand' in work) return runner.runErrand(work.errand, work.input, { requestId })
  const { text, operationName, extensions, inputIsChecked = false, isTrusted } = work
  const { variables } = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  const isCancelled = () => Atomics.load(state, CANCELLED) === 1
  const leftMs = Math.max(1, endsAt - processMs())
  const caller = { requestId, extensions, isCancelled, inputIsChecked, isTrusted, leftMs }
  return runner.run({ query: text, operationName, variables }, 'POST', caller)
}
