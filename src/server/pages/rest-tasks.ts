import { layoutJson } from './home-page.ts'
import { escapeHtml, type PageOptions } from './site-page.ts'

/** A question, and the request that answers it. */
interface Task {
  readonly title: string
  readonly words: string
  readonly path: string
  /** The body of a POST request; without one, it is a GET request. */
  readonly body?: object
}

const usage = { usageLocation: 'FRA', timeWorkload: 30 }
const instance = (instanceType: string) => ({ cloudInstance: { provider: 'aws', instanceType, usage } })
const YEAR = { duration: 8760, boundary: 'DATA_CENTRE' }

const TASKS: readonly Task[] = [
  {
    title: 'Find the name of an instance type',
    words: 'Search the catalogue by part of a name.',
    path: '/v2/instance-types?provider=aws&search=m6g.2x&first=2',
  },
  {
    title: 'Assess a cloud instance',
    words: 'A year in France at 30 % load, with its share of the data centre. <code>null</code> means “not known”.',
    path: '/v2/assess',
    body: { asset: instance('m5.xlarge'), criteria: ['gwp'], ...YEAR },
  },
  {
    title: 'Assess your own server',
    words:
      'Give what you know of its parts. Typical values fill in the rest, and <code>warnings</code> point out doubtful values.',
    path: '/v2/assess',
    body: {
      asset: { server: { configuration: { cpu: { units: 2, name: 'Xeon Gold 6138' } }, usage } },
      criteria: ['gwp'],
      ...YEAR,
    },
  },
  {
    title: 'Compare two machines',
    words: '<code>probabilityALower</code> is the probability that the first machine has the lower impact.',
    path: '/v2/compare',
    body: {
      items: [
        { label: 'm5', asset: instance('m5.xlarge') },
        { label: 'm6g', asset: instance('m6g.xlarge') },
      ],
      criterion: 'gwp',
      ...YEAR,
    },
  },
  {
    title: 'Total a fleet by team',
    words: 'Files with thousands of rows are jobs: send them to <code>/v2/jobs</code>.',
    path: '/v2/fleet',
    body: {
      items: [
        { quantity: 10, tags: [{ key: 'team', value: 'shop' }], asset: { server: {} } },
        { quantity: 25, tags: [{ key: 'team', value: 'sales' }], asset: { terminal: { kind: 'laptop' } } },
      ],
      by: ['TAG'],
      tag: 'team',
      criteria: ['gwp'],
      duration: 8760,
    },
  },
  {
    title: 'Ask “what if”',
    words: 'The same instance, if a kWh in France had a carbon footprint of 20 g.',
    path: '/v2/what-if',
    body: {
      asset: instance('m5.xlarge'),
      overrides: [{ leaf: 'electricity.FRA.gwp', value: 0.02 }],
      criterion: 'gwp',
      ...YEAR,
    },
  },
]

/** What stands for the address of the service until the page is open. */
const ORIGIN = 'https://impactql.example.org'

/** Six tasks with requests in three languages and the answers of this service, as HTML. */
export async function restTasks({ handleRest, needsKey }: PageOptions): Promise<string> {
  const tasks = await Promise.all(
    TASKS.map(async (task, at) => {
      const [path = '', query = ''] = task.path.split('?')
      const { body } = await handleRest({
        method: task.body ? 'POST' : 'GET',
        path,
        query: new URLSearchParams(query),
        body: task.body && JSON.stringify(task.body),
        accept: undefined,
      })
      const programs = Object.entries(PROGRAMS).map(
        ([language, write], index) =>
          `<details name="task-${at}"${index === 0 ? ' open' : ''}><summary>${language}</summary>${code(language, write(task, needsKey))}</details>`,
      )
      return `<section class="task"><h2>${at + 1}. ${task.title}</h2><p>${task.words}</p><div class="pair"><div>${programs.join('')}</div><div><p class="answer-title">Answer</p>${code('Answer', layoutJson(body))}</div></div></section>`
    }),
  )
  return `<section class="tasks" aria-label="Tasks"><h1>REST</h1>
<p>Six usual tasks, each with its request and the answer of this service. ${needsKey ? 'Replace <code>YOUR_KEY</code> with your API key. ' : ''}The <a href="/guide/rest">REST guide</a> explains paths, errors and paging.</p>
${tasks.join('\n')}
<h2 id="all-routes">All routes</h2></section>`
}

function code(label: string, text: string): string {
  return `<pre class="scroller" tabindex="0" data-language="${label}">${escapeHtml(text)}</pre>`
}

type Write = (task: Task, needsKey: boolean) => string

const KEY = 'Bearer YOUR_KEY'

const PROGRAMS: Readonly<Record<string, Write>> = {
  curl: ({ path, body }, needsKey) =>
    [
      `curl '${ORIGIN}${path}'`,
      ...(needsKey ? [`-H 'authorization: ${KEY}'`] : []),
      ...(body ? [`-d '${layoutJson(JSON.stringify(body))}'`] : []),
    ].join(' \\\n  '),
  JavaScript: ({ path, body }, needsKey) => {
    const init = [
      ...(body ? ["method: 'POST'"] : []),
      ...(needsKey ? [`headers: { authorization: '${KEY}' }`] : []),
      ...(body ? ['body: JSON.stringify(request)'] : []),
    ]
    return [
      ...(body ? [`const request = ${layoutJson(JSON.stringify(body))}`] : []),
      `const response = await fetch('${ORIGIN}${path}'${init.length > 0 ? `, { ${init.join(', ')} }` : ''})`,
      'console.log(await response.json())',
    ].join('\n')
  },
  Python: ({ path, body }, needsKey) => {
    const further = [
      ...(body ? ['data=json.dumps(request).encode()'] : []),
      ...(needsKey ? [`headers={"authorization": "${KEY}"}`] : []),
    ]
    return [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      ...(body ? [`request = ${layoutJson(JSON.stringify(body))}`] : []),
      `with urlopen(Request(${[`"${ORIGIN}${path}"`, ...further].join(', ')})) as response:`,
      '    print(json.load(response))',
    ].join('\n')
  },
}
