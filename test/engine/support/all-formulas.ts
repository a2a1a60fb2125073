import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { FORMULAS } from '../../../src/engine/values/formula.ts'

const files = globSync('src/engine/formulas/*.ts').map((file) => basename(file, '.ts'))
await Promise.all(files.map((name) => import(`../../../src/engine/formulas/${name}.ts`)))

/** Every formula of the engine: those of a file are there once it is read. */
export const ALL_FORMULAS = FORMULAS
