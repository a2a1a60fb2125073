/** A request that is meant to cost as much as so few bytes can. */
export interface WorstRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** Requests below 4 kB are those that a caller can send by the thousand. */
const SMALL_BYTES = 4000

const AWS_REGIONS = [
  'us-east-1',
  'eu-west-3',
  'eu-north-1',
  'ap-south-1',
  'sa-east-1',
  'ca-central-1',
  'REGION_UNKNOWN',
]

/** Entries that a list of parts may have. */
const MOST_PARTS = 128

/** Fields under different names, as many as are below 4 kB, at most as many as there may be aliases. */
function many(field: (n: number) => string, most = 200, before = '{', after = '}'): string {
  let fields = ''
  for (let n = 0; n < most; n++) {
    const next = `${n.toString(36).replace(/^/, 'a')}:${field(n)} `
    if (before.length + fields.length + next.length + after.length > SMALL_BYTES - 100) break
    fields += next
  }
  return before + fields + after
}

function graphql(name: string, query: string, variables?: object): WorstRequest {
  return { name, method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables }) }
}

function get(name: string, path: string): WorstRequest {
  return { name, method: 'GET', path }
}

function rest(name: string, path: string, body: object): WorstRequest {
  return { name, method: 'POST', path, body: JSON.stringify(body) }
}

const batch = (queries: readonly string[]) => JSON.stringify(queries.map((query) => ({ query })))

/** The smallest requests that are known to cost the most, of all kinds of work that one can ask for. */
export function worstRequests(round: number): readonly WorstRequest[] {
  /** A text of words that are near to many names. */
  const word = (n: number, length: number) =>
    `${round}${n} intel xeon gld amd epyc platnum ryzn ${'core 9x '.repeat(200)}`.slice(0, length)

  /** Names of parts, each other than the one before, so that no look-up is remembered. */
  const cpuNamed = (n: number, length = 60) =>
    `server(input:{configuration:{cpu:{name:"${word(n, length)}"}}}){archetype}`

  /** A fleet of ten servers, each other than those of a round before. */
  const fleetOf = (n: number) =>
    `[${Array.from({ length: 10 }, (_, i) => `{label:"a${i % 3}-${i}",asset:{server:{usage:{timeWorkload:${n + i}.${round}}}}}`).join('')}]`

  /** Everything that the provider with the most types bills, at another load than in a round before. */
  const ratesPath = (format: string) =>
    `/v2/rates?provider=aws&region=${AWS_REGIONS[round % AWS_REGIONS.length]}&timeWorkload=${round % 101}&criteria=all&format=${format}`

  return [
    graphql(
      'fleets of containers on any host, 60 times',
      `query($n:[FleetItemInput!]!){${Array.from({ length: 60 }, (_, n) => `a${n}:fleet(items:$n){...F}`).join(' ')}} fragment F on Fleet{impact(criterion:GWP){total{value}}}`,
      {
        n: Array.from({ length: 26 }, (_, n) => ({
          asset: {
            cloudInstance: {
              instanceType: 'm6i.large',
              vcpu: n + 1 + round / 1000,
              anyHost: true,
            },
          },
        })),
      },
    ),
    graphql(
      'fleets with likely ranges',
      many((n) => `fleet(items:${fleetOf(n)}){impact(criterion:GWP){total{likely{low}}}}`),
    ),
    graphql(
      'groups of fleets with likely ranges',
      many(
        (n) =>
          `fleet(items:${fleetOf(n)}){groupBy(by:[LABEL_PREFIX]){impacts(criteria:[GWP,ADP,PE]){total{likely{low}}}}}`,
      ),
    ),
    graphql(
      'comparison of fleets',
      many(
        (n) =>
          `comparison(samples:8192,seed:${round}${n},items:[{label:"a",fleet:${fleetOf(n)}}{label:"b",fleet:${fleetOf(n + 10)}}]){pairs{probabilityALower}}`,
        3,
      ),
    ),
    graphql(
      'what-if by path',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impact(criterion:GWP){total{explanation{whatIf(overrides:[{path:"configuration.cpu.units",value:${n + 1}}]){value}}}}}`,
      ),
    ),
    graphql(
      'instance types by impact, 20 times',
      many((n) => `cloudInstanceTypes(first:1,orderBy:IMPACT,usage:{timeWorkload:${n}.${round}}){totalCount}`, 20),
    ),
    graphql(
      'instance types that none beats',
      many(
        (n) => `cloudInstanceTypes(first:1,filter:{paretoOptimal:true},usage:{timeWorkload:${n}.${round}}){totalCount}`,
      ),
    ),
    graphql(
      'instance types, a page of 2,000',
      many(() => 'cloudInstanceTypes(first:2000){nodes{name vcpu memory}}', 12),
    ),
    graphql(
      'instances of all types, with impacts',
      `{cloudInstanceTypes(first:2000){nodes{instance(usage:{timeWorkload:1.${round}}){impacts{total{value}}}}}}`,
    ),
    graphql(
      'instances of 400 types, explained',
      `{cloudInstanceTypes(first:400){nodes{instance(usage:{timeWorkload:1.${round}}){impact(criterion:GWP){total{explanation{text}}}}}}}`,
    ),
    graphql(
      'instance types by impact, once',
      `{cloudInstanceTypes(first:1,orderBy:IMPACT,usage:{timeWorkload:1.${round}}){totalCount}}`,
    ),
    graphql(
      'distributions, as many as may be',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impact(criterion:GWP){total{distribution(samples:16384,seed:${round}${n}){mean}}}}`,
        12,
      ),
    ),
    graphql(
      'distributions of instances, as many as may be',
      many(
        (n) =>
          `cloudInstance(input:{provider:"aws",instanceType:"m5.large"}){impact(criterion:GWP){total{distribution(samples:16384,seed:${round}${n}){mean}}}}`,
        11,
      ),
    ),
    graphql(
      'drivers, as many as may be',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impact(criterion:GWP){total{drivers(samples:16384,seed:${round}${n}){share}}}}`,
        3,
      ),
    ),
    graphql(
      'processors, searched',
      many((n) => `cpus(first:0,search:"${round}${n}x"){totalCount}`),
    ),
    graphql(
      'processors, a page of 2,000',
      many(() => 'cpus(first:2000){nodes{name family}}', 12),
    ),
    graphql(
      'processors by names that none has',
      many((n) => `cpu(name:"${word(n, 60)}"){name}`),
    ),
    graphql(
      'processors by long names that none has',
      many((n) => `cpu(name:"${word(n, 300)}"){name}`),
    ),
    graphql(
      'matches of a processor',
      many((n) => `matchCpu(name:"${word(n, 50)}"){name nearest}`),
    ),
    graphql(
      'matches of a long processor',
      many((n) => `matchCpu(name:"${word(n, 250)}"){name nearest}`),
    ),
    graphql(
      'matches of a graphics card',
      many((n) => `matchGpu(name:"${word(n, 50)}"){name nearest}`),
    ),
    graphql(
      'servers of processors that none knows',
      many((n) => cpuNamed(n)),
    ),
    graphql(
      'servers of processors with long names',
      many((n) => cpuNamed(n, 250)),
    ),
    graphql(
      'places that are none',
      many((n) => `location(code:"${word(n, 40)}"){code}`),
    ),
    graphql(
      'places, searched',
      many((n) => `locations(search:"${round}${n}x"){code}`),
    ),
    graphql(
      'places with all factors',
      many(() => 'locations{factors{factor{value}}}', 20),
    ),
    graphql(
      'instances that are none',
      many((n) => `cloudInstance(input:{provider:"aws",instanceType:"m9.${round}${n}"}){provider}`),
    ),
    graphql(
      'instances that are none, at any provider',
      many((n) => `cloudInstance(input:{instanceType:"m5.xlrge${round}${n}"}){provider}`),
    ),
    graphql(
      'all names of a list',
      many(() => 'names(of:CPU_NAME)'),
    ),
    graphql(
      'all archetypes',
      many(() => 'serverArchetypes'),
    ),
    graphql(
      'nodes by ids that none has',
      many((n) => `node(id:"cpu/${word(n, 30)}"){id}`),
    ),
    graphql(
      'all instance types of all providers',
      many(() => 'cloudProviders{instanceTypes{name}}', 20),
    ),
    graphql(
      'drift between releases',
      many(
        (n) =>
          `drift(from:"boavizta-2.4.1",to:"2026.11",asset:{server:{usage:{timeWorkload:${n}.${round}}}}){ratio causes{leaf}}`,
      ),
    ),
    graphql(
      'comparison of servers',
      many((n) => {
        const item = (units: number) =>
          `{label:"${units}",asset:{server:{configuration:{cpu:{units:${units}}},usage:{timeWorkload:${n}.${round}}}}}`
        return `comparison(samples:16384,seed:${round}${n},items:[${[1, 2, 3, 4].map(item).join('')}]){pairs{probabilityALower}}`
      }, 5),
    ),
    graphql(
      'distribution of a server',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impact(criterion:GWP){total{distribution(samples:16384,seed:${round}${n}){mean}}}}`,
      ),
    ),
    graphql(
      'drivers of a server',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impact(criterion:GWP){total{drivers(samples:16384,seed:${round}${n}){share}}}}`,
      ),
    ),
    graphql(
      'explanations in all criteria',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impacts(criteria:[GWP,ADP,PE]){total{explanation{text nodes{leaf}}}}}`,
      ),
    ),
    graphql(
      'power curves',
      many(
        (n) =>
          `consumptionProfile(cpu:{name:"${word(n, 30)}"},workload:[{loadPercentage:10,powerWatt:${n + 9}}{loadPercentage:50,powerWatt:${n + 30}}{loadPercentage:100,powerWatt:${n + 40}}]){points(count:1000){powerWatt}}`,
      ),
    ),
    graphql(
      'introspection',
      '{__schema{types{fields{args{type{name ofType{name ofType{name}}}}type{name ofType{name ofType{name}}}}}}}',
    ),
    graphql('introspection in itself', '{__schema{types{fields{type{fields{name description type{name}}}}}}}'),
    graphql(
      'servers, all figures',
      many(
        (n) =>
          `server(input:{usage:{timeWorkload:${n}.${round}}}){impacts{total{value}}components{impacts{total{value}}}}`,
      ),
    ),
    graphql(
      'disks in the document',
      `{server(input:{configuration:{disk:[${'{ssd:{}}'.repeat(420)}]}}){impacts{total{value}}}}`,
    ),
    graphql(
      'memory in the document',
      `{server(input:{configuration:{ram:[${'{}'.repeat(1800)}]}}){impacts{total{value}}components{impacts{total{value}}}}}`,
    ),
    graphql(
      'processors in a fleet',
      many(
        (n) =>
          `fleet(items:[${Array.from({ length: 10 }, (_, i) => `{asset:{component:{cpu:{name:"${word(100 * n + i, 40)}"}}}}`).join('')}]){size}`,
      ),
    ),
    graphql(
      'timelines',
      many(
        (n) =>
          `server{timeline(criterion:GWP,intervals:[${`{hours:1,load:${n % 100}}`.repeat(20)}]){total{total{value}}}}`,
      ),
    ),
    graphql(
      'what-if',
      many(
        (n) =>
          `server{impact(criterion:GWP){total{explanation{whatIf(overrides:[{leaf:"electricity.FRA.gwp",value:${n}}]){value}}}}}`,
      ),
    ),
    graphql('repeated fields', `{server{${'impacts{unit}'.repeat(199)}}}`),
    graphql(
      'fragments that double',
      `{server{...a0}}${Array.from({ length: 20 }, (_, i) => `fragment a${i} on Server{...a${i + 1} ...a${i + 1}}`).join(' ')} fragment a20 on Server{impacts{total{value}}}`,
    ),
    graphql(
      'errors',
      many((n) => `server(input:{archetype:"${n}"}){archetype}`),
    ),
    {
      name: 'batch of names',
      method: 'POST',
      path: '/graphql',
      body: batch(Array.from({ length: 10 }, (_, b) => many((n) => cpuNamed(100 * b + n, 40), 3))),
    },
    rest('REST: processor that none knows', '/v1/component/cpu', { name: word(1, 3000) }),
    rest('REST: server with many disks', '/v1/server?verbose=true&criteria=all', {
      configuration: { disk: Array.from({ length: MOST_PARTS }, (_, n) => ({ type: 'ssd', capacity: round + n })) },
    }),
    rest('REST: server with many memories', '/v1/server?verbose=true&criteria=all', {
      configuration: { ram: Array.from({ length: MOST_PARTS }, (_, n) => ({ units: round + n })) },
    }),
    rest('REST: distribution', '/v2/distribution', {
      asset: { server: {} },
      criterion: 'gwp',
      samples: 16384,
      seed: round,
    }),
    rest('REST: comparison', '/v2/compare', {
      items: Array.from({ length: 20 }, (_, n) => ({
        label: `${n}`,
        asset: { server: { configuration: { cpu: { units: n + 1 } } } },
      })),
      samples: 16384,
      seed: round,
    }),
    rest('REST: explanation', '/v2/explain', {
      asset: { server: { configuration: { disk: Array(MOST_PARTS).fill({ ssd: { capacity: round } }) } } },
      criterion: 'gwp',
    }),
    rest('REST: what-if by path', '/v2/what-if', {
      asset: { server: { usage: { timeWorkload: round / 1000 } } },
      criterion: 'gwp',
      overrides: [{ path: 'configuration.cpu.units', value: round }],
    }),
    get('REST: rates of a region', ratesPath('csv')),
    get('REST: rates of a region as JSON', ratesPath('json')),
    get('the words of all documents', '/guide/search.json'),
    rest(
      'a file for a job',
      '/v2/jobs?likely=true',
      Array.from({ length: 55 }, (_, n) => ({ kind: 'server', ram_capacity: round + n, quantity: n, location: 'FRA' })),
    ),
    rest('REST: drift', '/v2/drift', {
      asset: { server: { usage: { timeWorkload: round / 1000 } } },
      from: 'boavizta-2.4.1',
      to: '2026.11',
    }),
  ]
}
