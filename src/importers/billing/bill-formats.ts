import { ImportError } from '../import-error.ts'

export type BillFormatName = 'focus' | 'aws-cur' | 'azure-costs' | 'gcp-billing'

/** The fields read from a line. */
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

/** A column of costs, and the charges it has them for; undefined for all charges. */
interface CostColumn {
  readonly column: string
  readonly of?: RegExp
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
  /** Each row has the cost of the first column with a number for its charge. */
  readonly costs: readonly CostColumn[]
  /** Columns with a list of the credits of a row: see `creditsIn`. */
  readonly credits?: readonly string[]
  readonly currency: readonly string[]
  readonly day: readonly string[]
  readonly resource: readonly string[]
  /** Who pays. */
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
    commitment: ['commitmentdiscountstatus', 'capacityreservationstatus'],
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
  costs: [{ column: 'effectivecost' }, { column: 'billedcost' }],
  currency: ['billingcurrency'],
  day: ['chargeperiodstart'],
  resource: ['resourceid', 'resourcename'],
  account: ['subaccountid', 'billingaccountid'],
}

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
  costs: [
    { column: 'savingsplansavingsplaneffectivecost', of: /^SavingsPlanCoveredUsage$/i },
    { column: 'reservationeffectivecost', of: /^DiscountedUsage$/i },
    { column: 'lineitemunblendedcost' },
    { column: 'lineitemblendedcost' },
  ],
  currency: ['lineitemcurrencycode'],
  day: ['lineitemusagestartdate'],
  resource: ['lineitemresourceid'],
  account: ['lineitemusageaccountid', 'billpayeraccountid'],
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
  costs: [{ column: 'costinbillingcurrency' }, { column: 'pretaxcost' }, { column: 'cost' }],
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
  costs: [{ column: 'cost' }],
  credits: ['credits'],
  currency: ['currency'],
  day: ['usagestarttime'],
  resource: ['resourceglobalname', 'resourcename', 'projectid'],
  account: ['projectid', 'billingaccountid'],
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
