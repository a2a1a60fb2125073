declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** A server like S3, on a folder: as much of it as is used here. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly vhostBuckets: boolean
      readonly allowMismatchedSignatures: boolean
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
