const STATES =
  'Alabama AL, Alaska AK, Arizona AZ, Arkansas AR, California CA, Colorado CO, Connecticut CT, Delaware DE, Florida FL, Georgia GA, Hawaii HI, Idaho ID, Illinois IL, Indiana IN, Iowa IA, Kansas KS, Kentucky KY, Louisiana LA, Maine ME, Maryland MD, Massachusetts MA, Michigan MI, Minnesota MN, Mississippi MS, Missouri MO, Montana MT, Nebraska NE, Nevada NV, New Hampshire NH, New Jersey NJ, New Mexico NM, New York NY, North Carolina NC, North Dakota ND, Ohio OH, Oklahoma OK, Oregon OR, Pennsylvania PA, Rhode Island RI, South Carolina SC, South Dakota SD, Tennessee TN, Texas TX, Utah UT, Vermont VT, Virginia VA, Washington WA, West Virginia WV, Wisconsin WI, Wyoming WY, District of Columbia DC'
const PROVINCES =
  'Alberta AB, British Columbia BC, Manitoba MB, New Brunswick NB, Newfoundland and Labrador NL, Nova Scotia NS, Northwest Territories NT, Nunavut NU, Ontario ON, Prince Edward Island PE, Quebec QC, Saskatchewan SK, Yukon YT'

/** A state of the USA or a province of Canada. Most have no electricity of their own in the tables. */
export interface PartOfCountry {
  readonly name: string
  readonly code: string
  readonly country: 'USA' | 'CAN'
}

export const PARTS_OF_COUNTRIES: readonly PartOfCountry[] = [
  ...readParts(STATES, 'USA'),
  ...readParts(PROVINCES, 'CAN'),
]

function readParts(list: string, country: PartOfCountry['country']): readonly PartOfCountry[] {
  return list.split(', ').map((each) => ({ name: each.slice(0, -3).toLowerCase(), code: each.slice(-2), country }))
}
