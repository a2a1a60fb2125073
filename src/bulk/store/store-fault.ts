/** What is wrong with an object store, in words for people. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  /** Whether it may be gone a moment later: the store is away, the connection was cut. */
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

/** What is read of an error of the client. */
interface ClientError {
  readonly name?: string
  readonly code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** By the names that stores have for what is wrong. */
const NAMED: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no such bucket',
  NoSuchKey: 'There is no such object',
  NotFound: 'There is no such object',
  CredentialsProviderError: 'No credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use a role',
  InvalidAccessKeyId: 'The store does not know this access key',
  SignatureDoesNotMatch: 'The store does not accept the secret key',
  InvalidToken: 'The store does not accept the session token',
  ExpiredToken: 'The credentials have expired',
  RequestTimeTooSkewed: 'The clock of this machine is wrong',
  PermanentRedirect: 'The bucket is in another region. Set AWS_REGION',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Set AWS_REGION',
}

/** Of the system: there is no such host, or one that is not who it should be. */
const NO_STORE = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|.*CERT.*|.*SIGNATURE.*)$/
/** Of the system: where nobody answers, or no more. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE)$/

/** What an error of the client means for an address. Errors of our own disk are given back as they are. */
export function storeFault(error: unknown, address: string): Error {
  if (error instanceof StoreFault) return error
  const { name = '', code = '', message = '', $metadata } = error as ClientError
  const status = $metadata?.httpStatusCode
  const fault = (text: string, isPassing = false) => new StoreFault(`${text}: ${address}`, isPassing, error)
  if (NAMED[name] !== undefined) return fault(`${NAMED[name]} (${name})`)
  if (/Region is missing/.test(message)) return fault('Unknown region. Set AWS_REGION')
  if (NO_STORE.test(code)) return fault(`There is no object store at ${endpoint()} (${code})`)
  if (AWAY.test(code) || name === 'TimeoutError' || (status === undefined && /socket hang up|aborted/.test(message)))
    return fault(`The object store does not answer (${code || name})`, true)
  // It was finished, and the answer was lost; or it was given up. The file is sent anew.
  if (name === 'NoSuchUpload') return fault('The multipart upload no longer exists', true)
  if (status === 403) return fault('The store refuses this for these credentials (403)')
  if (status === 404) return fault('There is no such bucket or object (404)')
  if (status !== undefined && (status >= 500 || status === 429))
    return fault(`The object store fails (${status} ${name})`, true)
  // What is no XML comes from something else: a page, a proxy.
  if (status !== undefined && status < 300) return fault(`The server at ${endpoint()} is not an object store`)
  if (status !== undefined) return fault(`The object store refuses this (${status} ${name})`)
  return error instanceof Error ? error : new Error(String(error))
}

/** Where the store is, for people. */
function endpoint(): string {
  return ownEndpoint() ?? 'the address of AWS'
}

/** The endpoint of a store that is compatible with S3; undefined where it is that of AWS. */
export function ownEndpoint(): string | undefined {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env
  return AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL || undefined
}
