import { ImportError } from '../import-error.ts'

export type BillFormatName = 'focus' | 'aws-cur' | 'azure-costs' | 'gcp-billing'

/** The fields read from a line. */
export const LINE_FIELDS = [
  'provider',
  'charge',
  'chargeClass',
  'commitment',
  'capacity',
  'publisher',
  'service',
  'serviceCode',
  'usage',
  'meter',
  'description',
  'details',
  'type',
  'unit',
  'region',
  'zone',
] as const
export type LineField = (typeof LINE_FIELDS)[number]

/** Where the cost of a line is. */
interface Cost {
  /** Columns to add up; without any, the cost is 0. */
  readonly plus: readonly string[]
  /** A column to subtract. */
  readonly minus?: string
  /** The charges that have it there; undefined for all charges. */
  readonly of?: RegExp
  /** A column in which the line has a text. */
  readonly named?: string
  /** A column that the bill has. */
  readonly beside?: string
  /** A column that the bill lacks. */
  readonly without?: string
}

/** A format of bills: which columns hold what, by plain names (`plainColumn`). */
export interface BillFormat {
  readonly name: BillFormatName
  /** Its common name. */
  readonly label: string
  /** Required columns, each with its possible names as providers write them. */
  readonly needs: readonly (readonly string[])[]
  /** The provider, if no column names it. */
  readonly provider?: string
  /** Columns of each field, in order of preference; the first existing one is read. */
  readonly fields: Readonly<Partial<Record<LineField, readonly string[]>>>
  readonly quantity: readonly string[]
  /** Columns for rows without a quantity. */
  readonly otherwise?: { readonly quantity: string; readonly unit: string }
  /** Each row has the first of these costs that is a number for its charge. */
  readonly costs: readonly Cost[]
  /** Columns with a list of the credits of a row: see `creditsIn`. */
  readonly credits?: readonly string[]
  readonly currency: readonly string[]
  readonly day: readonly string[]
  readonly resource: readonly string[]
  /** Who pays, to group lines by. Of these columns, the first one groups by default. */
  readonly account: readonly string[]
}

/**
 * The FinOps Open Cost and Usage Specification, 1.0 to 1.2 (https://focus.finops.org/focus-specification/), with the
 * `x_` columns that AWS, Azure and Google add.
 */
const FOCUS: BillFormat = {
  name: 'focus',
  label: 'FOCUS',
  needs: [['ChargeCategory'], ['ConsumedUnit', 'PricingUnit'], ['ConsumedQuantity', 'PricingQuantity']],
  fields: {
    provider: ['providername', 'publishername', 'invoiceissuername'],
    publisher: ['xpublishercategory', 'publishername'],
    charge: ['chargecategory'],
    chargeClass: ['chargeclass'],
    commitment: ['commitmentdiscountstatus'],
    capacity: ['capacityreservationstatus'],
    service: ['servicename'],
    serviceCode: ['xservicecode', 'xskumetercategory'],
    usage: ['xusagetype', 'xskumetername', 'xskumeter'],
    meter: ['skumeter'],
    description: ['chargedescription', 'xskudescription'],
    details: ['skupricedetails', 'xskudetails'],
    type: ['xinstancetype'],
    unit: ['consumedunit', 'pricingunit'],
    region: ['regionid', 'regionname'],
    zone: ['availabilityzone'],
  },
  quantity: ['consumedquantity', 'pricingquantity'],
  otherwise: { quantity: 'pricingquantity', unit: 'pricingunit' },
  costs: [{ plus: ['effectivecost'] }, { plus: ['billedcost'] }],
  currency: ['billingcurrency'],
  day: ['chargeperiodstart'],
  resource: ['resourceid', 'resourcename'],
  account: ['subaccountid', 'billingaccountid', 'subaccountname', 'billingaccountname'],
}

/** The columns of what covered usage costs. */
const BY_PLAN = 'savingsplansavingsplaneffectivecost'
const BY_RESERVATION = 'reservationeffectivecost'
/** What nobody used of a reservation. */
const UNUSED = ['reservationunusedamortizedupfrontfeeforbillingperiod', 'reservationunusedrecurringfee'] as const

/**
 * Amortised costs of a CUR. The fee for a savings plan or a reservation is the cost of the usage that it covers; what
 * remains is the unused part. A bill without the costs of covered usage has the whole fee instead. Source:
 * https://docs.aws.amazon.com/cur/latest/userguide/cur-sp.html and amortized-reservation.html beside it
 */
const CUR_COSTS: readonly Cost[] = [
  { plus: [BY_PLAN], of: /^SavingsPlanCoveredUsage$/i },
  { plus: [BY_RESERVATION], of: /^DiscountedUsage$/i },
  {
    plus: ['savingsplantotalcommitmenttodate'],
    minus: 'savingsplanusedcommitment',
    of: /^SavingsPlanRecurringFee$/i,
    beside: BY_PLAN,
  },
  { plus: [], of: /^SavingsPlan(RecurringFee|UpfrontFee|Negation)$/i, beside: BY_PLAN },
  { plus: [], of: /^SavingsPlan(CoveredUsage|Negation)$/i, without: BY_PLAN },
  ...[UNUSED, UNUSED.slice(0, 1), UNUSED.slice(1), []].map((plus) => {
    return { plus, of: /^RIFee$/i, beside: BY_RESERVATION }
  }),
  { plus: [], of: /^Fee$/i, named: 'reservationreservationarn', beside: BY_RESERVATION },
  { plus: ['lineitemunblendedcost'] },
  { plus: ['lineitemblendedcost'] },
]

/** AWS Cost and Usage Report: 2.0, and legacy as CSV (`lineItem/UsageType`) or Parquet (`line_item_usage_type`). */
const AWS_CUR: BillFormat = {
  name: 'aws-cur',
  label: 'AWS CUR',
  needs: [['lineItem/UsageType'], ['lineItem/UsageAmount'], ['lineItem/LineItemType']],
  provider: 'aws',
  fields: {
    charge: ['lineitemlineitemtype'],
    publisher: ['billbillingentity', 'lineitemlegalentity'],
    service: ['productproductname', 'productservicename', 'lineitemproductcode'],
    serviceCode: ['lineitemproductcode', 'productservicecode'],
    usage: ['lineitemusagetype'],
    description: ['lineitemlineitemdescription'],
    details: ['product'],
    type: ['productinstancetype'],
    unit: ['pricingunit'],
    region: ['productregioncode', 'productregion'],
    zone: ['lineitemavailabilityzone'],
  },
  quantity: ['lineitemusageamount'],
  costs: CUR_COSTS,
  currency: ['lineitemcurrencycode'],
  day: ['lineitemusagestartdate'],
  resource: ['lineitemresourceid'],
  account: [
    ...['lineitemusageaccountid', 'billpayeraccountid'],
    ...['lineitemusageaccountname', 'billpayeraccountname'],
  ],
}

/** Exports of Azure Cost Management: actual and amortised costs, for old and new agreements. */
const AZURE_COSTS: BillFormat = {
  name: 'azure-costs',
  label: 'Azure cost export',
  needs: [['MeterCategory'], ['MeterName'], ['UnitOfMeasure'], ['Quantity', 'UsageQuantity']],
  provider: 'azure',
  fields: {
    charge: ['chargetype'],
    publisher: ['publishertype'],
    service: ['metercategory'],
    serviceCode: ['consumedservice'],
    usage: ['metername'],
    meter: ['metersubcategory'],
    description: ['productname', 'product'],
    details: ['additionalinfo'],
    unit: ['unitofmeasure'],
    region: ['resourcelocation', 'resourcelocationnormalized'],
    zone: ['meterregion'],
  },
  quantity: ['quantity', 'usagequantity'],
  costs: [{ plus: ['costinbillingcurrency'] }, { plus: ['pretaxcost'] }, { plus: ['cost'] }],
  currency: ['billingcurrency', 'billingcurrencycode', 'currency', 'currencycode'],
  day: ['date', 'usagedate', 'usagedatetime'],
  resource: ['resourceid', 'instanceid', 'resourcename'],
  account: ['subscriptionid', 'subscriptionguid', 'subscriptionname'],
}

/**
 * The Google Cloud export to BigQuery, standard or detailed, with record fields as columns: `sku.description`,
 * `sku_description`.
 */
const GCP_BILLING: BillFormat = {
  name: 'gcp-billing',
  label: 'Google Cloud billing export',
  needs: [['sku.description'], ['service.description'], ['usage.amount'], ['usage.unit']],
  provider: 'gcp',
  fields: {
    charge: ['costtype'],
    publisher: ['sellername'],
    service: ['servicedescription'],
    usage: ['skudescription'],
    details: ['systemlabels'],
    unit: ['usageunit'],
    region: ['locationregion', 'locationlocation'],
    zone: ['locationzone'],
  },
  quantity: ['usageamount'],
  costs: [{ plus: ['cost'] }],
  credits: ['credits'],
  currency: ['currency'],
  day: ['usagestarttime'],
  resource: ['resourceglobalname', 'resourcename', 'projectid'],
  account: ['projectid', 'billingaccountid', 'projectname'],
}

export const BILL_FORMATS: readonly BillFormat[] = [FOCUS, AWS_CUR, AZURE_COSTS, GCP_BILLING]

/** A column name without the differences between exports: `lineItem/UsageType` is `lineitemusagetype`. */
export function plainColumn(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The columns of a header by plain name; the first of two with the same name. */
export function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    const plain = plainColumn(name)
    if (!columns.has(plain)) columns.set(plain, at)
  }
  return columns
}

/** The columns of the costs of a format, by plain names. */
export function costColumns({ costs }: BillFormat): readonly string[] {
  const read = costs.flatMap(({ plus, minus, named }) => [...plus, minus, named])
  return [...new Set(read.filter((name) => name !== undefined))]
}

/** Where the cost of a line of a bill is: see `BillFormat.costs`. */
export interface PlacedCost {
  /** Columns to add up, by position in the header. */
  readonly plus: readonly number[]
  readonly minus?: number
  readonly of?: RegExp
  readonly named?: number
}

/** Where a bill with these columns has the costs of its lines, in order of preference; none if it has no costs. */
export function placedCosts({ costs }: BillFormat, columns: ReadonlyMap<string, number>): readonly PlacedCost[] {
  const placed = costs.flatMap(({ plus, minus, of, named, beside, without }): readonly PlacedCost[] => {
    const needed = [...plus, minus, named, beside].filter((name) => name !== undefined)
    if (without !== undefined && columns.has(without)) return []
    if (!needed.every((name) => columns.has(name))) return []
    const at = (name: string) => columns.get(name) as number
    return [
      {
        plus: plus.map(at),
        ...(minus !== undefined && { minus: at(minus) }),
        ...(of && { of }),
        ...(named !== undefined && { named: at(named) }),
      },
    ]
  })
  return placed.some(({ plus }) => plus.length > 0) ? placed : []
}

/** How well a header fits a format. */
interface Likeness {
  readonly format: BillFormat
  /** Required columns that exist; below, those that are missing. */
  readonly there: readonly string[]
  readonly lacking: readonly string[]
  /** Number of columns that are read. */
  readonly known: number
}

/**
 * The format of a bill with this header; undefined for other tables. If two formats fit, the one with more existing
 * columns.
 */
export function billFormatOf(header: readonly string[]): BillFormat | undefined {
  return likenesses(header).find(({ lacking }) => lacking.length === 0)?.format
}

/** Columns that tables of assets have too. */
const COMMON = /^(quantity|usage\.amount|usage\.unit|unitofmeasure)$/i

/** Throws an ImportError if a header has columns found only in bills of some format, but lacks required ones. */
export function checkHalfABill(header: readonly string[]): void {
  const half = likenesses(header).find(({ there }) => there.some((name) => !COMMON.test(name)))
  if (half === undefined) return
  const { format, lacking } = half
  throw new ImportError(
    `The columns are those of a bill (${format.label}), but ${lacking.join(', ')} ${lacking.length > 1 ? 'are' : 'is'} missing. Export the bill with all its columns`,
  )
}

function likenesses(header: readonly string[]): readonly Likeness[] {
  const columns = columnsOf(header)
  return BILL_FORMATS.map((format) => {
    const isThere = (names: readonly string[]) => names.some((name) => columns.has(plainColumn(name)))
    const read = [...Object.values(format.fields), format.quantity, format.currency, format.day].flat()
    const known = new Set([...read, ...costColumns(format)].filter((name) => columns.has(name))).size
    return {
      format,
      there: format.needs.filter(isThere).map(([name = '']) => name),
      lacking: format.needs.filter((names) => !isThere(names)).map(([name = '']) => name),
      known,
    }
  }).toSorted((a, b) => a.lacking.length - b.lacking.length || b.known - a.known)
}
