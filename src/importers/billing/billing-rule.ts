/** How lines with such a name are classified and counted: a row of the table `billing`, which explains each field. */
export interface BillingRule {
  readonly id: string
  readonly provider?: string
  readonly service?: string
  readonly usage?: string
  readonly unit?: string
  readonly class: 'instance' | 'compute' | 'gpu' | 'storage' | 'network' | 'excluded' | 'unknown'
  readonly detail?: string
  readonly machines?: number
  readonly vcpu?: number
  readonly memory?: number
  readonly anyHost?: boolean
  readonly gigabytes?: number
  readonly isBinary?: boolean
  readonly copies?: { readonly value: number; readonly min: number; readonly max: number }
}
