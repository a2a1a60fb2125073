import SchemaBuilder from '@pothos/core'
import type { Assessable } from '../src/engine/devices/assessable.ts'
import type { Attribute as EngineAttribute } from '../src/engine/figures/attribute.ts'
import type { Component } from '../src/engine/parts/component.ts'
import type { WorkloadAttribute } from '../src/engine/use/usage.ts'
import type { Context } from './context.ts'

/** Builds the schema from the types in this folder; a field is not null unless it says so. */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  Interfaces: {
    Assessable: Assessable
    Attribute: EngineAttribute | WorkloadAttribute
    Component: Component
  }
}>({ defaultFieldNullability: false })

builder.queryType({
  description: 'Environmental impacts of IT equipment, and what they are computed from.',
})
