/** Why a line is not counted. Excluded lines have nothing to count; unknown lines are not understood. */
export const BILL_REASONS = {
  TAX: { isUnknown: false, text: 'a tax, not usage' },
  CREDIT: { isUnknown: false, text: 'a credit, not usage' },
  PURCHASE: { isUnknown: false, text: 'a purchase, not usage' },
  ADJUSTMENT: { isUnknown: false, text: 'an adjustment, not usage' },
  CORRECTION: { isUnknown: false, text: 'a correction of an earlier bill' },
  UNUSED_COMMITMENT: { isUnknown: false, text: 'an unused commitment' },
  SUPPORT: { isUnknown: false, text: 'support' },
  MARKETPLACE: { isUnknown: false, text: 'sold on a marketplace' },
  FEE_ON_OTHER_LINE: { isUnknown: false, text: 'a fee for usage that another line already counts' },
  NOT_IT: { isUnknown: false, text: 'no equipment' },
  PER_REQUEST: { isUnknown: false, text: 'charged by the request or the item' },
  UNKNOWN_USAGE: { isUnknown: true, text: 'no hardware is known' },
  UNKNOWN_UNIT: { isUnknown: true, text: 'the unit is not known' },
  UNKNOWN_PROVIDER: { isUnknown: true, text: 'the provider is not known' },
  NO_CHARGE_CATEGORY: { isUnknown: true, text: 'no charge category' },
  NO_INSTANCE_TYPE: { isUnknown: true, text: 'no known instance type is named' },
} as const

export type BillReason = keyof typeof BILL_REASONS

/** The code of the fault of a line with an invalid quantity, such as -3. */
export const INVALID_QUANTITY = 'INVALID_QUANTITY'

/** Lines left out for these reasons take back what other bills or days had: their costs below 0 are credits. */
export const REFUNDED: readonly string[] = ['TAX', 'PURCHASE', 'ADJUSTMENT', 'CORRECTION', INVALID_QUANTITY]
