import { defaultFieldResolver } from 'graphql'
import { type Warning as EngineWarning, WARNING_CODES, type WarningCode } from '../../src/engine/values/warning.ts'
import { builder } from '../builder.ts'
import { enumType } from '../inputs/input-type.ts'

const WarningCodeEnum = enumType<WarningCode>('WarningCode', 'What a warning is about, for programs.', WARNING_CODES)

export const Warning = builder.objectRef<EngineWarning>('Warning').implement({
  description: 'What to keep in mind of a figure or a thing.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCodeEnum, description: 'What it is about, for programs.' }),
    message: t.exposeString('message', { description: 'The same for people, with names and numbers.' }),
    path: t.exposeStringList('path', {
      nullable: true,
      description: 'The input that it is about, where it is about one: input, usage, usageLocation.',
    }),
    nearest: t.stringList({
      description: 'The closest known names, best first, where it is about a name.',
      resolve: ({ nearest }) => nearest ?? [],
    }),
  }),
})

/** A field that lists warnings: most things have one. It is read by its name, which compiled operations do at once. */
export const WARNINGS = {
  type: [Warning] as [typeof Warning],
  resolve: defaultFieldResolver as (of: { readonly warnings: readonly EngineWarning[] }) => readonly EngineWarning[],
}
