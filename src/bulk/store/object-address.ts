import { StoreFault } from './store-fault.ts'

/** The address of an object: a bucket, and a key with the wildcards `*` and `?`. */
export interface ObjectAddress {
  readonly bucket: string
  readonly key: string
}

/** Whether a file name is an object store address: `s3://bills/2026/11.parquet`. */
export function isObjectAddress(file: string): boolean {
  return /^s3:\/\//i.test(file)
}

/** Parses an object store address. Throws a StoreFault if it names no valid bucket. */
export function readObjectAddress(file: string): ObjectAddress {
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/is.exec(file) ?? []
  if (bucket === undefined) {
    const rule =
      'A bucket name has 3 to 63 lower-case letters, digits, dots and hyphens. It starts and ends with a letter or digit'
    throw new StoreFault(`Expected an address such as s3://bucket/key: ${file}. ${rule}`, false)
  }
  return { bucket, key }
}
