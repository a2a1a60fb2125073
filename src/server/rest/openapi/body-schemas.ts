import type * as z from 'zod'
import { type JsonSchema, jsonSchemas, schemaId } from '../../../input/rest/json-schemas.ts'
import { TERMINAL_BODIES } from '../../../input/rest/rest-body.ts'
import { EXAMPLE_RELEASE } from '../../../input/rest/v2-body.ts'

/** An example body, with its description. */
interface BodyExample {
  readonly summary: string
  readonly value: object
}

const TERMINAL = {
  used: { summary: 'Ten units in Germany', value: { units: 10, usage: { usage_location: 'DEU' } } },
}

/** Examples of bodies, by schema id and name; a test sends each. */
export const BODY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, BodyExample>>>> = {
  V2Assess: {
    instance: {
      summary: 'An instance in Paris over a year, with its data centre',
      value: {
        asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } },
        criteria: ['gwp'],
        duration: 8760,
        boundary: 'DATA_CENTRE',
        verbose: true,
      },
    },
  },
  V2Explain: {
    instance: {
      summary: 'An instance in Paris',
      value: {
        asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } },
        criterion: 'gwp',
      },
    },
  },
  V2Distribution: {
    instance: {
      summary: 'An instance in an unknown place, over a year',
      value: {
        asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } },
        criterion: 'gwp',
        duration: 8760,
        samples: 512,
      },
    },
  },
  V2Compare: {
    instances: {
      summary: 'Two instances',
      value: {
        items: [
          { label: 'm5', asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } } },
          { label: 'm6g', asset: { cloudInstance: { provider: 'aws', instanceType: 'm6g.xlarge' } } },
        ],
      },
    },
  },
  V2Fleet: {
    fleet: {
      summary: 'Laptops and instances, by kind',
      value: {
        items: [
          { label: 'desk', quantity: 120, asset: { terminal: { kind: 'LAPTOP' } } },
          { label: 'web', quantity: 4, asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } } },
        ],
        by: ['KIND'],
        criteria: ['gwp'],
        duration: 8760,
      },
    },
  },
  V2WhatIf: {
    place: {
      summary: 'The same server in France',
      value: {
        asset: { server: { configuration: { cpu: { name: 'Xeon Gold 6138' } } } },
        criterion: 'gwp',
        duration: 8760,
        overrides: [{ path: 'server.usage.usageLocation', text: 'FRA' }],
      },
    },
  },
  V2ConsumptionProfile: {
    measured: {
      summary: 'A processor, measured at three loads',
      value: {
        cpu: { name: 'Xeon Gold 6138' },
        workload: [
          { timeWorkload: 0, powerWatt: 25 },
          { timeWorkload: 50, powerWatt: 95 },
          { timeWorkload: 100, powerWatt: 125 },
        ],
        points: 5,
      },
    },
  },
  V2Drift: {
    server: { summary: 'A server', value: { asset: { server: {} }, from: 'boavizta-2.4.1', to: EXAMPLE_RELEASE } },
  },
  V2Timeline: {
    day: {
      summary: 'A server at two loads',
      value: {
        asset: { server: { usage: { usageLocation: 'FRA' } } },
        criterion: 'gwp',
        intervals: [
          { hours: 8, timeWorkload: 80 },
          { hours: 16, timeWorkload: 5 },
        ],
      },
    },
  },
  V2Sci: {
    requests: {
      summary: 'A million requests in a month',
      value: {
        asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } },
        units: 1_000_000,
        duration: 730,
      },
    },
  },
  Server: {
    described: {
      summary: 'A server in France, part by part, at three loads',
      value: {
        model: { type: 'rack', manufacturer: 'Dell', name: 'R740' },
        configuration: {
          cpu: { units: 2, name: 'Xeon Gold 6240R' },
          ram: [{ units: 12, capacity: 32, manufacturer: 'Samsung' }],
          disk: [{ units: 2, type: 'ssd', capacity: 960 }],
          power_supply: { units: 2 },
        },
        usage: {
          usage_location: 'FRA',
          time_workload: [
            { time_percentage: 50, load_percentage: 0 },
            { time_percentage: 35, load_percentage: 60 },
            { time_percentage: 15, load_percentage: 100 },
          ],
        },
      },
    },
    measured: {
      summary: 'A server whose power was measured',
      value: { usage: { avg_power: 312, usage_location: 'DE', years_use_time: 1 } },
    },
  },
  Cloud: {
    used: {
      summary: 'An instance in a region of its provider, half loaded',
      value: { provider: 'aws', instance_type: 'm5.xlarge', usage: { region: 'eu-west-3', time_workload: 50 } },
    },
  },
  ...Object.fromEntries(Object.values(TERMINAL_BODIES).map((body) => [schemaId(body), TERMINAL])),
  IoT: {
    blocks: {
      summary: 'A sensor with a radio, on a small power supply',
      value: {
        functional_blocks: [
          { type: 'sensing', hsl_level: 'HSL-1' },
          { type: 'connectivity', hsl_level: 'HSL-2' },
        ],
        usage: { avg_power: 1.5, usage_location: 'SWE' },
      },
    },
  },
  CPU: {
    named: { summary: 'A processor by its name', value: { name: 'Xeon Gold 6240R', usage: { usage_location: 'FRA' } } },
    described: {
      summary: 'A processor with fewer known details',
      value: { family: 'skylake', core_units: 24, tdp: 150, usage: { time_workload: 30 } },
    },
  },
  GPU: { named: { summary: 'A graphics card by its name', value: { units: 4, name: 'NVIDIA P100' } } },
  RAM: { described: { summary: 'Memory modules', value: { units: 12, capacity: 32, manufacturer: 'Samsung' } } },
  Disk: { described: { summary: 'Drives', value: { units: 8, capacity: 4000 } } },
  PowerSupply: { described: { summary: 'Power supplies', value: { units: 2, unit_weight: 2.99 } } },
  Case: { described: { summary: 'The case of a blade', value: { case_type: 'blade' } } },
  Motherboard: { counted: { summary: 'Motherboards', value: { units: 2 } } },
  Assembly: { counted: { summary: 'Server assembly', value: { units: 2 } } },
  ConsumptionProfileCPU: {
    measured: {
      summary: 'Points measured on a processor',
      value: {
        cpu: { name: 'Intel Xeon Platinum 8470' },
        workload: [
          { load_percentage: 0, power_watt: 31 },
          { load_percentage: 10, power_watt: 53 },
          { load_percentage: 50, power_watt: 96 },
          { load_percentage: 100, power_watt: 130 },
        ],
      },
    },
    named: { summary: 'A processor by its name', value: { cpu: { name: 'Xeon Gold 6240R' } } },
  },
}

type Properties = Readonly<Record<string, JsonSchema>>

/**
 * The schemas of bodies of /v1 and everything in them, by id, as permissive as generated clients of the recorded family
 * expect. Every field may be null or absent, and words are plain texts. Descriptions say what is required, and examples
 * show the words.
 */
export function bodySchemas(bodies: readonly z.ZodType[], at: string): Readonly<Record<string, JsonSchema>> {
  const exact = Object.entries(jsonSchemas(bodies, at))
  return Object.fromEntries(
    exact.map(([id, { required = [], properties, ...schema }]) => {
      const fields = Object.entries(properties as Properties).map(([name, field]) => [
        name,
        orNull(
          (required as readonly string[]).includes(name)
            ? { ...field, description: `${field.description}; needed` }
            : field,
        ),
      ])
      return [id, { ...schema, properties: Object.fromEntries(fields) }]
    }),
  )
}

function orNull({ enum: words, ...field }: JsonSchema): JsonSchema {
  const nothing = { type: 'null' }
  if (field.$ref) return { anyOf: [field, nothing] }
  if (field.anyOf) return { ...field, anyOf: [...(field.anyOf as readonly JsonSchema[]), nothing] }
  if (field.type === undefined) return field
  return { ...field, ...(words !== undefined && { examples: words }), type: [field.type, 'null'] }
}
