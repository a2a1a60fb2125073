/** What the firmware of a machine says about it. */
export interface MachineWords {
  readonly vendor?: string | undefined
  readonly product?: string | undefined
  readonly version?: string | undefined
}

/** Firmware values that the maker did not fill in. */
const PLACEHOLDER =
  /^(to be filled.*|default string|(system )?product name|system version|not (specified|available|applicable)|none|unknown|invalid|o\.?e\.?m\.?|n\/?a|[\W\d]*)$/i

/** Names of virtual machines and containers. */
const VIRTUAL =
  /^(standard pc|vmware|virtual ?box|virtual machine|kvm|qemu|bochs|hvm domu|openstack|google compute|docker|ovirt|rhev|amazon ec2|alibaba cloud ecs|parallels|xen$|ahv$|droplet|vserver)/i

/** What an answer says of a machine that is a part of a server. */
export const OF_WHOLE_SERVER = 'This is a virtual machine: the figure is for a whole server of its size'

/** Whether a machine is virtual, by what its firmware says. */
export function isVirtual({ vendor = '', product = '' }: MachineWords): boolean {
  return [vendor, product].some((each) => VIRTUAL.test(each.trim())) && !/\.metal\b/.test(product)
}

/**
 * The product name of a machine; undefined if its firmware has none. Lenovo puts it in the version, others add an order
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

/** The memory generation in a text: DDR4 in `DIMM DDR4 Synchronous 2667 MHz`, and in `LPDDR4`. */
export function generationIn(text: string): string | undefined {
  return /(?:\b|lp)((?:ddr\d|hbm))/i.exec(text)?.[1]?.toUpperCase()
}

/** The memory generation that a text names in any way: DDR4 for `PC4-25600` and `4`, too. */
export function generationOf(text: string): string | undefined {
  const [, number] = /^(?:pc)?([2-5])l?(?:-\d+\w*)?$/i.exec(text.trim()) ?? []
  return number === undefined ? generationIn(text) : `DDR${number}`
}

const FORM_FACTORS = [
  ['2.5', /(?<![\d.,])2[.,]5(?!\d)|\b(sff|u\.?[23])\b/i],
  ['3.5', /(?<![\d.,])3[.,]5(?!\d)|\blff\b/i],
  ['M.2', /\bm\.?2\b/i],
  ['mSATA', /\bmsata\b/i],
] as const

/** The drive form factor that a text names in any way: 2.5 for `2,5 Zoll`, `SFF` and `U.2`. */
export function formFactorOf(text: string): string | undefined {
  return FORM_FACTORS.find(([, names]) => names.test(text))?.[0]
}

/** The drive form factor in a text: M.2 in `Samsung SSD 860 EVO M.2 500GB`. */
export function formFactorIn(text: string): string | undefined {
  const named = /(?<![\w.])(?:(m\.2|msata|u\.[23])(?!\w)|([23][.,]5)(?=[ -]?(?:inch|in\b|["″])))/i.exec(text)
  return named?.[1] ?? named?.[2]
}

const ONE_SOCKET = [
  // Xeon E, E3, E5-1600, D and W. Xeon W5580 and the like are older, and have two. E2650 is short for E5-2650.
  /\bxeon\b.*?(\be[- ]?2[1-3]\d{2}[a-z]{0,2}\b(?! ?v\d)|\be-24\d{2}|\be3[- ]?1\d{3}|\be5[- ]?1[46]\d{2}|\bd-?[12]\d{3}|\bw-[123]\d{3}|\bw[3579]-\d{4})/i,
  /\b(gold|silver|platinum) \d{4}u\b/i,
  /\bepyc (embedded )?(\d{4}p|[348]\d{3}[a-z]{0,2})\b/i,
  /\b(ryzen|threadripper|athlon|pentium (gold|silver|[gjn]\d+)|celeron|apple m\d)\b/i,
  // `18-Core 3.1GHz` is a number of cores and a clock.
  /(?<![\d-] ?)\bcore ?(i[3579]|m[357]?|ultra|[3579](?= \d{3}))\b|^(intel )?i[3579]-\d{4,5}/i,
] as const

/** Whether all servers with a processor have only one: EPYC with a P behind its number, Xeon E-2288G, Ryzen, Core. */
export function isOfOneSocket(processor: string): boolean {
  const name = processor.replace(/\((r|tm)\)/gi, '').replace(/\s+/g, ' ')
  return ONE_SOCKET.some((names) => names.test(name))
}
