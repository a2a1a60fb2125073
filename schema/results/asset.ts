import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { AssetInput } from '../../src/input/fleet-input.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { AssessableInterface } from './impact.ts'

entryPoints((t) => ({
  asset: t.field({
    type: AssessableInterface,
    nullable: true,
    description: 'Assesses one asset of any kind.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(AssetInput),
        required: true,
        description: 'The asset, with everything you know about it.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput('asset', AssetInput, resolveAsset),
  }),
}))
