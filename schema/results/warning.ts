import { defaultFieldResolver } from 'graphql'
import { type Warning as EngineWarning, WARNING_CODES, type WarningCode } from '../../src/engine/values/warning.ts'
import { builder } from '../builder.ts'
import { engineObject } from '../engine-objects.ts'
import { enumType } from '../inputs/input-type.ts'

const WarningCodeEnum = enumType<WarningCode>('WarningCode', 'Code of a warning, for programs.', WARNING_CODES)

export const Warning = builder.objectRef<EngineWarning>('Warning').implement({
  extensions: engineObject('engine/values/warning.ts', 'Warning'),
  description: 'A warning about a figure or an asset.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCodeEnum, description: 'Code of the warning, for programs.' }),
    message: t.exposeString('message', { description: 'Human-readable message, with names and numbers.' }),
    path: t.exposeStringList('path', {
      nullable: true,
      description: 'Path of the input, if the warning is about one, such as `["input", "usage", "usageLocation"]`.',
    }),
    nearest: t.stringList({
      description: 'Closest known names, best first, if the warning is about a name.',
      resolve: ({ nearest }) => nearest ?? [],
    }),
  }),
})

/** A field with warnings, which most things have. Compiled operations read it directly by name. */
export const WARNINGS = {
  type: [Warning] as [typeof Warning],
  resolve: defaultFieldResolver as (of: { readonly warnings: readonly EngineWarning[] }) => readonly EngineWarning[],
}
