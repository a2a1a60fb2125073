/** What a machine says of itself, as its firmware has it. */
export interface MachineWords {
  readonly vendor?: string | undefined
  readonly product?: string | undefined
  readonly version?: string | undefined
}

/** What firmware has where its maker wrote nothing. */
const PLACEHOLDER =
  /^(to be filled.*|default string|(system )?product name|system version|not (specified|available|applicable)|none|unknown|invalid|o\.?e\.?m\.?|n\/?a|[\W\d]*)$/i

/** What virtual machines and containers call themselves. */
const VIRTUAL = /^(standard pc|vmware|virtual ?box|virtual machine|kvm|bochs|hvm domu|openstack|google compute|docker)/i

/**
 * The name that a machine is sold by; undefined where it says none. Lenovo has it in the version, others add an order
 * number in brackets.
 *
 * Example: `modelNameOf({ vendor: 'LENOVO', product: '20NX000JFR', version: 'ThinkPad T490s' })` is ThinkPad T490s.
 */
export function modelNameOf({ vendor = '', product = '', version = '' }: MachineWords): string | undefined {
  const names = /^lenovo\b/i.test(vendor) ? [version, product] : [product]
  return names
    .map((each) => each.replace(/\s*\([^)]*\)\s*$/, '').trim())
    .find((each) => !PLACEHOLDER.test(each) && !VIRTUAL.test(each))
}

/** The generation of memory that a text names: DDR4 of `DIMM DDR4 Synchronous 2667 MHz`, and of `LPDDR4`. */
export function generationIn(text: string): string | undefined {
  return /(?:\b|lp)((?:ddr\d|hbm))/i.exec(text)?.[1]?.toUpperCase()
}

/** The form factor of a drive that a text names: M.2 of `Samsung SSD 860 EVO M.2 500GB`. */
export function formFactorIn(text: string): string | undefined {
  const named = /(?<![\w.])(?:(m\.2|msata|u\.[23])(?!\w)|([23][.,]5)(?=[ -]?(?:inch|in\b|["″])))/i.exec(text)
  return named?.[1] ?? named?.[2]
}
