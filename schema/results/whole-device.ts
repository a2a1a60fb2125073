import type { FieldMap } from '@pothos/core'
import type { FiguresOf, WholeDevice, WholeDeviceBill } from '../../src/engine/devices/whole-device.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { PublishedBoundaryEnum } from '../catalogue/published-figure.ts'
import { enumType } from '../inputs/input-type.ts'
import { NumberAttribute, TextAttribute } from './attribute.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

type AnyDevice = WholeDevice<WholeDeviceBill>

enumType<FiguresOf>('FiguresOf', 'Whose figures apply to a known model.', {
  MAKER: 'Those of its maker, for the phases that they cover.',
  MODEL: 'Those of our model.',
})

const MakersFigure = builder.objectRef<AnyDevice['makersFigures'][number]>('MakersFigure').implement({
  description: 'A figure that the maker published of this model, with what our model gives instead.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Published value for one device, in kg CO2 eq. or kWh/year.' }),
    low: t.exposeFloat('low', {
      nullable: true,
      description: 'Published lower bound, in kg CO2 eq. or kWh/year. Null without a range.',
    }),
    high: t.exposeFloat('high', {
      nullable: true,
      description: 'Published upper bound, in kg CO2 eq. or kWh/year. Null without a range.',
    }),
    unit: t.exposeString('unit', { description: 'Unit of the figure: kg CO2 eq. or kWh/year.' }),
    covers: t.expose('covers', {
      type: PublishedBoundaryEnum,
      description: 'Life-cycle stages that the figure covers.',
    }),
    maker: t.exposeString('maker', { description: 'Maker, or publisher of the study.' }),
    model: t.exposeString('model', { description: 'Model with its configuration, such as `iPhone 16 (128 GB)`.' }),
    method: t.exposeString('method', {
      nullable: true,
      description:
        'How the figure was computed, such as PAIA or Apple LCA. Figures of different methods do not compare.',
    }),
    year: t.exposeInt('year', { nullable: true, description: 'Year of publication.' }),
    source: t.string({ description: 'Source of the figure.', resolve: ({ source }) => source ?? '' }),
    modelled: t.exposeFloat('modelled', {
      description: 'What our model gives for the same stages, in kg CO2 eq. or kWh/year.',
    }),
  }),
})

/** What a terminal and equipment have in common. */
export function wholeDeviceFields(t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, AnyDevice>): FieldMap {
  return {
    model: t.expose('model', { type: TextAttribute, nullable: true, description: 'Name of the model.' }),
    manufacturer: t.expose('manufacturer', { type: TextAttribute, nullable: true, description: 'Maker.' }),
    makersFigures: t.expose('makersFigures', {
      type: [MakersFigure],
      description:
        'Figures that the maker published of this model. They apply in place of ours unless the input asks for `figures: MODEL`.',
    }),
    units: t.expose('units', { type: NumberAttribute, description: 'Number of units.' }),
    usage: t.expose('usage', { type: Usage, description: 'How the asset is used.' }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the asset and its inputs.' }),
  }
}
