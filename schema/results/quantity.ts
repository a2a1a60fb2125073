import type { FieldMap } from '@pothos/core'
import type { Quantity as EngineQuantity } from '../../src/engine/assessment/asset.ts'
import type { Figure } from '../../src/engine/assessment/impact.ts'
import { roundFigure, roundSignificant, warningsShown } from '../../src/engine/values/round-figure.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { readingFields } from './readings/figure-readings.ts'
import { Warning } from './warning.ts'

type FigureFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Figure>

/** A figure with its bounds, rounded for display; `unit` names its unit in descriptions. */
export function figureFields(t: FigureFieldBuilder, unit: string): FieldMap {
  const exact = t.arg.boolean({
    defaultValue: false,
    description: 'Whether to return the unrounded value.',
  })
  return {
    value: t.float({
      description: `Value, in the ${unit}, rounded to its uncertainty.`,
      args: { exact },
      resolve: (figure, { exact }, { rounding }) => (exact ? figure.value : roundFigure(figure, rounding)),
    }),
    min: t.float({
      description: `Lower bound, in the ${unit}, to a few significant figures.`,
      args: { exact },
      resolve: ({ min }, { exact }, { rounding }) => (exact ? min : roundSignificant(min, rounding.maximumDigits)),
    }),
    max: t.float({
      description: `Upper bound, in the ${unit}, to a few significant figures.`,
      args: { exact },
      resolve: ({ max }, { exact }, { rounding }) => (exact ? max : roundSignificant(max, rounding.maximumDigits)),
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Warnings about the figure.',
      resolve: (figure, _, { rounding }) => [...warningsShown(figure, rounding)],
    }),
  }
}

export const Quantity = builder.objectRef<EngineQuantity>('Quantity').implement({
  description: 'A figure other than an impact, such as energy, with its bounds.',
  fields: (t) => ({
    ...figureFields(t as never, 'unit of the quantity'),
    unit: t.exposeString('unit', { description: 'Unit of the figure: kWh.' }),
    ...readingFields(t as never),
  }),
})
