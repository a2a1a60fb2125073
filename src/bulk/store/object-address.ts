import { StoreFault } from './store-fault.ts'

/** Where an object is: its bucket and its key, in which `*` and `?` may stand for many. */
export interface ObjectAddress {
  readonly bucket: string
  readonly key: string
}

/** Whether a file is named by its address in an object store: `s3://bills/2026/11.parquet`. */
export function isObjectAddress(file: string): boolean {
  return /^s3:\/\//i.test(file)
}

/** Reads such an address. Throws a StoreFault where it names no bucket. */
export function readObjectAddress(file: string): ObjectAddress {
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/is.exec(file) ?? []
  if (bucket === undefined) throw new StoreFault(`Expected an address such as s3://bucket/key: ${file}`, false)
  return { bucket, key }
}
