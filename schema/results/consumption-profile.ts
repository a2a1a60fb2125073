import { resolveMeasuredCpu } from '../../src/catalogue/resolve/resolve-cpu.ts'
import { type ConsumptionProfile as EngineProfile, profilePower } from '../../src/engine/use/consumption-profile.ts'
import type { WorkloadPower as EnginePower } from '../../src/engine/use/power-curve.ts'
import { ConsumptionProfileInput, CpuInput } from '../../src/input/component-input.ts'
import { bothNames } from '../../src/input/fault.ts'
import { percent } from '../../src/input/fields.ts'
import { curvePoints, MOST_CURVE_POINTS } from '../../src/input/reading-input.ts'
import { WorkloadPowerInput } from '../../src/input/usage-input.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { engineObject } from '../engine-objects.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assess, STRICT } from './assess.ts'
import { AttributeStatus } from './attribute.ts'
import { WARNINGS } from './warning.ts'

/** Cost of fitting a curve to points: about 3 ms. */
const FIT_COST = 500

export const WorkloadPower = builder.objectRef<EnginePower>('WorkloadPower').implement({
  description: 'Power at one load.',
  fields: (t) => ({
    timeWorkload: t.exposeFloat('loadPercentage', { description: 'Load, 0 to 100 percent.' }),
    loadPercentage: t.exposeFloat('loadPercentage', {
      description: 'Load, 0 to 100 percent.',
      deprecationReason: 'Use `timeWorkload`',
    }),
    powerWatt: t.exposeFloat('powerWatt', { description: 'Power, in W.' }),
  }),
})

export const ConsumptionProfile = builder.objectRef<EngineProfile>('ConsumptionProfile').implement({
  extensions: engineObject('engine/use/consumption-profile.ts', 'ConsumptionProfile'),
  description:
    'Power curve: power(x) = a * ln(b * (x + c)) + d, in W at a load of x percent, at least 1 W. For memory, the power equals `a` at every load.',
  fields: (t) => ({
    a: t.float({
      description: 'Parameter a: factor of the logarithm, in W. For memory, the power of one module.',
      resolve: ({ curve }) => curve.a,
    }),
    b: t.float({
      nullable: true,
      description:
        'Parameter b: factor inside the logarithm, per percent of load. A fit determines only `a * ln(b) + d`, not `b` and `d` separately.',
      resolve: ({ curve }) => ('b' in curve ? curve.b : undefined),
    }),
    c: t.float({
      nullable: true,
      description: 'Parameter c: offset of the load, in percent.',
      resolve: ({ curve }) => ('b' in curve ? curve.c : undefined),
    }),
    d: t.float({
      nullable: true,
      description: 'Parameter d: constant, in W. A fit determines only `a * ln(b) + d`, not `b` and `d` separately.',
      resolve: ({ curve }) => ('b' in curve ? curve.d : undefined),
    }),
    status: t.expose('status', { type: AttributeStatus, description: 'Origin of the curve.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Source of the curve: measurements, or points that it was fitted to.',
    }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the curve.' }),
    fittedPoints: t.expose('points', {
      type: [WorkloadPower],
      nullable: true,
      description: 'Points of the fit, in W. Null if the curve was not fitted.',
    }),
    residual: t.exposeFloat('residual', {
      nullable: true,
      description: 'Root-mean-square error of the fit, in W. Null if the curve was not fitted.',
    }),
    power: t.float({
      description: 'Power at a load, in W.',
      args: {
        timeWorkload: t.arg.float({ description: 'Load, 0 to 100 percent; required.' }),
        load: t.arg.float({
          description: 'Load, in percent. Old name of `timeWorkload`.',
          deprecationReason: 'Use `timeWorkload`',
        }),
      },
      resolve: (profile, { timeWorkload, load }, { check }) => {
        const name = load == null ? 'timeWorkload' : 'load'
        if (load != null && timeWorkload != null) throw bothNames(name, 'timeWorkload', load)
        return profilePower(profile, check(percent, load ?? timeWorkload, [name]))
      },
    }),
    points: t.field({
      type: [WorkloadPower],
      extensions: fieldCost({ listSize: ({ count }) => Math.min(count ?? 11, MOST_CURVE_POINTS) }),
      description: 'Evenly spaced points of the curve from 0 to 100 percent, for plotting.',
      args: {
        count: t.arg.int({ defaultValue: 11, description: `Number of points, 2 to ${MOST_CURVE_POINTS}.` }),
      },
      resolve: (profile, { count }, { check }) => {
        const steps = check(curvePoints, count ?? 11, ['count']) - 1
        return Array.from({ length: steps + 1 }, (_, step) => {
          const loadPercentage = (100 * step) / steps
          return { loadPercentage, powerWatt: profilePower(profile, loadPercentage) }
        })
      },
    }),
  }),
})

entryPoints((t) => ({
  consumptionProfile: t.field({
    type: ConsumptionProfile,
    nullable: true,
    description: 'Power curve of one processor.',
    extensions: fieldCost({ cost: () => FIT_COST }),
    args: {
      cpu: t.arg({ type: inputType(CpuInput), description: 'The processor.' }),
      workload: t.arg({
        type: [inputType(WorkloadPowerInput)],
        description: 'Points that you measured, for the fit of the curve.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: async (parent, { strict, ...described }, context) => {
      const scope = scopeOf(parent, context)
      const cpu = await assess({ scope, context, strict }, async () =>
        resolveMeasuredCpu(scope.loaders, context.check(ConsumptionProfileInput, described)),
      )
      return cpu.consumptionProfile()
    },
  }),
}))
