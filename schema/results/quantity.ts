import type { FieldMap } from '@pothos/core'
import type { Quantity as EngineQuantity } from '../../src/engine/assessment/asset.ts'
import type { Figure } from '../../src/engine/assessment/impact.ts'
import { isVeryUncertain, roundFigure, roundSignificant, VERY_UNCERTAIN } from '../../src/engine/values/round-figure.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { readingFields } from './readings/reading-fields.ts'
import { Warning } from './warning.ts'

type FigureFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Figure>

/** A figure with its bounds, as it is shown; `unit` names what it is counted in, for descriptions. */
export function figureFields(t: FigureFieldBuilder, unit: string): FieldMap {
  const exact = t.arg.boolean({
    defaultValue: false,
    description: 'True: unrounded, as it was computed.',
  })
  return {
    value: t.float({
      description: `The value, in the ${unit}, rounded no finer than its uncertainty allows.`,
      args: { exact },
      resolve: (figure, { exact }, { rounding }) => (exact ? figure.value : roundFigure(figure, rounding)),
    }),
    min: t.float({
      description: `The smallest it may be, in the ${unit}, to a few significant figures.`,
      args: { exact },
      resolve: ({ min }, { exact }, { rounding }) => (exact ? min : roundSignificant(min, rounding.maximumDigits)),
    }),
    max: t.float({
      description: `The largest it may be, in the ${unit}, to a few significant figures.`,
      args: { exact },
      resolve: ({ max }, { exact }, { rounding }) => (exact ? max : roundSignificant(max, rounding.maximumDigits)),
    }),
    warnings: t.field({
      type: [Warning],
      description: 'What to keep in mind when using the figure.',
      resolve: (figure, _, { rounding }) =>
        isVeryUncertain(figure, rounding) ? [...figure.warnings, VERY_UNCERTAIN] : figure.warnings,
    }),
  }
}

export const Quantity = builder.objectRef<EngineQuantity>('Quantity').implement({
  description: 'A figure with its bounds, other than an impact, such as energy.',
  fields: (t) => ({
    ...figureFields(t as never, 'unit of the quantity'),
    unit: t.exposeString('unit', { description: 'What it is counted in: kWh.' }),
    ...readingFields(t as never),
  }),
})
