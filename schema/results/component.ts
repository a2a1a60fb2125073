import type * as z from 'zod'
import { singleComponent } from '../../src/catalogue/kinds.ts'
import type { Loaders } from '../../src/catalogue/loaders.ts'
import { Case as EngineCase } from '../../src/engine/components/case.ts'
import type { Component as EngineComponent, ComponentKind as Kind } from '../../src/engine/components/component.ts'
import { Cpu as EngineCpu } from '../../src/engine/components/cpu.ts'
import { FunctionalBlock as EngineBlock } from '../../src/engine/components/functional-block.ts'
import { Gpu as EngineGpu } from '../../src/engine/components/gpu.ts'
import { Hdd as EngineHdd } from '../../src/engine/components/hdd.ts'
import {
  Assembly as EngineAssembly,
  Motherboard as EngineMotherboard,
  RestOfServer as EngineRestOfServer,
} from '../../src/engine/components/plain-component.ts'
import { PowerSupply as EnginePowerSupply } from '../../src/engine/components/power-supply.ts'
import { Ram as EngineRam } from '../../src/engine/components/ram.ts'
import { Ssd as EngineSsd, type StudyMethod } from '../../src/engine/components/ssd.ts'
import type { Attribute } from '../../src/engine/values/attribute.ts'
import {
  ComponentInput,
  componentShapes,
  type DRIVE_FORM_FACTORS,
  type MEMORY_GENERATIONS,
} from '../../src/input/component-input.ts'
import { functionalBlockShape } from '../../src/input/device-input.ts'
import { COMPONENTS, type ComponentName } from '../../src/kinds.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { assessDescribed, STRICT } from './assess.ts'
import { attributeFields, NamedAttribute, NumberAttribute } from './attribute.ts'
import { AssessableInterface } from './impact.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

export const ComponentKind = enumType<Kind>('ComponentKind', 'Kinds of components.', {
  ...(Object.fromEntries(Object.values(COMPONENTS).map(({ kind, description }) => [kind, description])) as Record<
    (typeof COMPONENTS)[ComponentName]['kind'],
    string
  >),
  REST_OF_SERVER: 'The other parts of a server: network card, RAID controller, backplane, fans, cables, packaging.',
  FUNCTIONAL_BLOCK: 'A functional block of an IoT device.',
})

enumType('MemoryGeneration', 'Generations of memory. New ones may be added.', {
  DDR3: 'DDR3, in servers from about 2009.',
  DDR4: 'DDR4, in servers from about 2015.',
  DDR5: 'DDR5, in servers from about 2023.',
  HBM: 'Memory stacked next to a processor, of any version.',
} satisfies Record<(typeof MEMORY_GENERATIONS)[number], string>)

enumType('DriveFormFactor', 'Form factors of hard disks.', {
  INCH_2_5: '2.5 inch, also called SFF.',
  INCH_3_5: '3.5 inch, also called LFF.',
} satisfies Record<keyof typeof DRIVE_FORM_FACTORS, string>)

enumType<StudyMethod>('StudyMethod', 'Whose figures of making drives apply.', {
  MAKER: 'Those of makers of drives: data of their own suppliers.',
  STUDY: 'Those of independent studies, and of makers of servers. They are several times higher.',
})

export const ComponentInterface = builder.interfaceType('Component', {
  description: 'A component of a device, or a separate one. Several equal components are one entry with units.',
  interfaces: [AssessableInterface],
  fields: (t) => ({
    kind: t.expose('kind', { type: ComponentKind, description: 'Kind of component.' }),
    label: t.exposeString('label', { description: 'Label of the component in its device: RAM-2.' }),
    units: t.expose('units', { type: NumberAttribute, description: 'Number of units.' }),
    usage: t.expose('usage', {
      type: Usage,
      description: 'How the component is used. A component of a device takes most values from the device.',
    }),
    attributes: t.expose('attributes', {
      type: [NamedAttribute],
      description: 'All known attributes by name, except those of its usage. For these, see `usage`.',
    }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about inputs that are unknown or have no effect.' }),
  }),
})

/**
 * A kind of component. Its attributes and their descriptions are those of its input; `always` lists those that are
 * never null.
 */
function componentType<
  Engine extends EngineComponent & { readonly [Key in keyof Shape]?: Attribute | undefined },
  Shape extends z.ZodRawShape,
>(
  engine: abstract new (...args: never[]) => Engine,
  name: string,
  description: string,
  shape: Shape,
  always: readonly (keyof Shape)[] = [],
) {
  const ref = builder.objectRef<Engine>(name)
  return ref.implement({
    description,
    interfaces: [ComponentInterface, AssessableInterface],
    isTypeOf: (value) => value instanceof engine,
    fields: (t) => attributeFields(t, shape, always as readonly string[]),
  } as Parameters<typeof ref.implement>[0])
}

const { cpu, gpu, ram, ssd, hdd, powerSupply, case: itsCase } = componentShapes

export const Cpu = componentType(EngineCpu, 'Cpu', 'Processors of one kind.', cpu, ['dieSize'])
export const Gpu = componentType(EngineGpu, 'Gpu', 'Graphics cards of one kind.', gpu)
export const Ram = componentType(EngineRam, 'Ram', 'Memory modules of one kind.', ram)
export const Ssd = componentType(EngineSsd, 'Ssd', 'Solid-state drives of one kind.', ssd)
export const Hdd = componentType(EngineHdd, 'Hdd', 'Hard disk drives of one kind.', hdd)
export const PowerSupply = componentType(EnginePowerSupply, 'PowerSupply', 'Power supplies of one kind.', powerSupply)
export const Case = componentType(EngineCase, 'Case', 'Cases of one kind.', itsCase)
export const Motherboard = componentType(EngineMotherboard, 'Motherboard', 'Motherboards of one kind.', {})
export const Assembly = componentType(EngineAssembly, 'Assembly', 'Assembly of the parts of a server.', {})
export const RestOfServer = componentType(
  EngineRestOfServer,
  'RestOfServer',
  'The other parts of a server: network card, RAID controller, backplane, fans, cables, packaging.',
  {},
)
export const FunctionalBlock = componentType(
  EngineBlock,
  'FunctionalBlock',
  'A functional block of an IoT device.',
  functionalBlockShape,
)

entryPoints((t) => ({
  component: t.field({
    type: ComponentInterface,
    nullable: true,
    description: 'Assesses a separate component.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(ComponentInput),
        required: true,
        description: 'The asset, with everything you know about it.',
      }),
      archetype: t.arg.id({
        description: 'Component archetype that fills in the rest. See `archetypes`. Default: the usual one.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: (parent, { input, archetype, strict }, context) => {
      const scope = scopeOf(parent, context)
      const described = { input: context.check(ComponentInput, input, ['input']), archetype: archetype ?? undefined }
      const make = (loaders: Loaders, { input: component, archetype: id }: typeof described) =>
        singleComponent(loaders, component, id)
      return assessDescribed({
        kind: 'component',
        scope,
        context,
        describedAt: ['input'],
        strict,
        input: described,
        make,
      })
    },
  }),
}))
