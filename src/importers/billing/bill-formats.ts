import { ImportError } from '../import-error.ts'

export type BillFormatName = 'focus' | 'aws-cur' | 'azure-costs' | 'gcp-billing'

/** What is read of a line. */
export const LINE_FIELDS = [
  'provider',
  'charge',
  'chargeClass',
  'commitment',
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

/** A column of costs, and of which charges it has those; of all where undefined. */
interface CostColumn {
  readonly column: string
  readonly of?: RegExp
}

/** A format of bills: which columns have what, by plain names (`plainColumn`). */
export interface BillFormat {
  readonly name: BillFormatName
  /** What people call it. */
  readonly label: string
  /** Columns that such a file has, each with the names that it may have, as providers write them. */
  readonly needs: readonly (readonly string[])[]
  /** The provider, where no column names it. */
  readonly provider?: string
  /** Of a field the columns in the order of preference; the first that is there is read. */
  readonly fields: Readonly<Partial<Record<LineField, readonly string[]>>>
  readonly quantity: readonly string[]
  /** Each row has the cost of the first that has a number for its charge. */
  readonly costs: readonly CostColumn[]
  readonly currency: readonly string[]
  readonly day: readonly string[]
  readonly resource: readonly string[]
}

/**
 * The FinOps Open Cost and Usage Specification, 1.0 to 1.2 (https://focus.finops.org/focus-specification/), with the `x_` columns that
 * AWS, Azure and Google add.
 */
const FOCUS: BillFormat = {
  name: 'focus',
  label: 'FOCUS',
  needs: [['ChargeCategory'], ['ConsumedUnit'], ['ConsumedQuantity']],
  fields: {
    provider: ['providername', 'publishername', 'invoiceissuername'],
    charge: ['chargecategory'],
    chargeClass: ['chargeclass'],
    commitment: ['commitmentdiscountstatus', 'capacityreservationstatus'],
    service: ['servicename'],
    serviceCode: ['xservicecode', 'xskumetercategory'],
    usage: ['xusagetype', 'xskumetername', 'xskumeter'],
    meter: ['skumeter'],
    description: ['chargedescription', 'xskudescription'],
    details: ['skupricedetails', 'xskudetails'],
    type: ['xinstancetype'],
    unit: ['consumedunit'],
    region: ['regionid', 'regionname'],
    zone: ['availabilityzone'],
  },
  quantity: ['consumedquantity'],
  costs: [{ column: 'effectivecost' }, { column: 'billedcost' }],
  currency: ['billingcurrency'],
  day: ['chargeperiodstart'],
  resource: ['resourceid', 'resourcename'],
}

/** AWS Cost and Usage Report: 2.0, and legacy as CSV (`lineItem/UsageType`) or as Parquet (`line_item_usage_type`). */
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
  costs: [
    { column: 'savingsplansavingsplaneffectivecost', of: /^SavingsPlanCoveredUsage$/i },
    { column: 'reservationeffectivecost', of: /^DiscountedUsage$/i },
    { column: 'lineitemunblendedcost' },
    { column: 'lineitemblendedcost' },
  ],
  currency: ['lineitemcurrencycode'],
  day: ['lineitemusagestartdate'],
  resource: ['lineitemresourceid'],
}

/** Exports of Azure Cost Management: actual and amortised costs, of agreements old and new. */
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
  costs: [{ column: 'costinbillingcurrency' }, { column: 'pretaxcost' }, { column: 'cost' }],
  currency: ['billingcurrency', 'billingcurrencycode', 'currency', 'currencycode'],
  day: ['date', 'usagedate', 'usagedatetime'],
  resource: ['resourceid', 'instanceid', 'resourcename'],
}

/** The export of Google Cloud to BigQuery, standard or detailed; fields of its records as columns: `sku.description`, `sku_description`. */
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
  costs: [{ column: 'cost' }],
  currency: ['currency'],
  day: ['usagestarttime'],
  resource: ['resourceglobalname', 'resourcename', 'projectid'],
}

export const BILL_FORMATS: readonly BillFormat[] = [FOCUS, AWS_CUR, AZURE_COSTS, GCP_BILLING]

/** The name of a column without what exports write differently: `lineItem/UsageType` is `lineitemusagetype`. */
export function plainColumn(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The columns of a header by their plain names; of two with one name, the first. */
export function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    const plain = plainColumn(name)
    if (!columns.has(plain)) columns.set(plain, at)
  }
  return columns
}

/** How much of a format a header has. */
interface Likeness {
  readonly format: BillFormat
  /** Needed columns that are there, and that are not. */
  readonly there: readonly string[]
  readonly lacking: readonly string[]
  /** Columns that are read. */
  readonly known: number
}

/**
 * The format of a bill with this header; undefined of a table that is none. Of two formats with all that they need, the one of which more
 * columns are there.
 */
export function billFormatOf(header: readonly string[]): BillFormat | undefined {
  return likenesses(header).find(({ lacking }) => lacking.length === 0)?.format
}

/** Columns that tables of assets have, too. */
const COMMON = /^(quantity|usage\.amount|usage\.unit|unitofmeasure)$/i

/** Throws an ImportError where a header has what only bills of some format have, and lacks what such a bill cannot be read without. */
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
    const known = new Set([...read, ...format.costs.map(({ column }) => column)].filter((name) => columns.has(name)))
      .size
    return {
      format,
      there: format.needs.filter(isThere).map(([name = '']) => name),
      lacking: format.needs.filter((names) => !isThere(names)).map(([name = '']) => name),
      known,
    }
  }).toSorted((a, b) => a.lacking.length - b.lacking.length || b.known - a.known)
}
