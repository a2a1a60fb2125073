import { EXACT_IMPACTS } from '../../selections.ts'
import { ask, type Data } from '../../world.ts'

/** A component alone, as far as it is selected. */
export const component = async (input: string, selection: string, archetype?: string): Promise<Data> => {
  const argument = archetype === undefined ? '' : `, archetype: "${archetype}"`
  return (await ask(`{ component(input: { ${input} }${argument}) { label kind ${selection} } }`)).component
}

/** Its climate impact, exactly. */
export const gwp = `impacts(criteria: [GWP]) ${EXACT_IMPACTS}`

/** Making it, in kg CO2 eq. */
export const made = async (input: string, archetype?: string) =>
  (await component(input, gwp, archetype)).impacts[0].embedded
