import SchemaBuilder from '@pothos/core'
import type { JobStatus } from '../src/bulk/jobs/job.ts'
import type { Assessable } from '../src/engine/assessment/asset.ts'
import type { Component } from '../src/engine/components/component.ts'
import type { WorkloadAttribute } from '../src/engine/use/workload.ts'
import type { Attribute as EngineAttribute } from '../src/engine/values/attribute.ts'
import type { Entity } from './catalogue/entity.ts'
import type { Context, Scope } from './context.ts'

/** Builds the schema from the types in this folder; fields are non-null unless declared nullable. */
export const builder = new SchemaBuilder<{
  Context: Context
  /** The root of a query is empty: its entry points answer from the tables of the context. */
  Root: Scope
  DefaultFieldNullability: false
  Scalars: {
    DateTime: { Input: never; Output: string }
    Date: { Input: never; Output: string }
    BigInt: { Input: never; Output: number }
  }
  Interfaces: {
    Assessable: Assessable
    Attribute: EngineAttribute | WorkloadAttribute
    Component: Component
    Node: Entity<unknown> | Scope | JobStatus
  }
}>({ defaultFieldNullability: false })

export type SchemaTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never
