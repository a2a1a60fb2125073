/** A fault of an object store, in words. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  /** Whether a retry may help: the store is unreachable, or the connection was lost. */
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

/** Fields of a client error that are read. */
interface ClientError {
  readonly name?: string
  readonly code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Messages by the stores' error names. */
const NAMED: Readonly<Record<string, string>> = {
  NoSuchBucket: 'There is no such bucket',
  NoSuchKey: 'There is no such object',
  NotFound: 'There is no such object',
  CredentialsProviderError: 'No credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use a role',
  InvalidAccessKeyId: 'Unknown access key. Check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'Wrong secret key. Check AWS_SECRET_ACCESS_KEY',
  InvalidToken: 'Invalid session token. Check AWS_SESSION_TOKEN',
  ExpiredToken: 'The credentials have expired',
  RequestTimeTooSkewed: 'The clock of this machine is wrong',
  PermanentRedirect: 'The bucket is in another region. Set AWS_REGION',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Set AWS_REGION',
}

/** System errors: the host does not exist, or its certificate is invalid. */
const NO_STORE = /^(ENOTFOUND|ERR_INVALID_URL|ERR_TLS.*|.*CERT.*|.*SIGNATURE.*)$/
/** System errors: the store does not answer, or stopped answering. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE)$/

/** The fault behind a client error for an address. Errors of the local disk are returned as they are. */
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
  // The upload was finished and the answer lost, or it was abandoned. The file is sent again.
  if (name === 'NoSuchUpload') return fault('The multipart upload no longer exists', true)
  if (status === 403) return fault('The store refuses access with these credentials (403)')
  if (status === 404) return fault('There is no such bucket or object (404)')
  if (status !== undefined && (status >= 500 || status === 429))
    return fault(`The object store answered with an error (${status} ${name})`, true)
  // A response that is not XML comes from something else: a page, a proxy.
  if (status !== undefined && status < 300) return fault(`The server at ${endpoint()} is not an object store`)
  if (status !== undefined) return fault(`The object store refused the request (${status} ${name})`)
  return error instanceof Error ? error : new Error(String(error))
}

/** The location of the store in words. */
function endpoint(): string {
  return ownEndpoint() ?? 'the address of AWS'
}

/** The endpoint of an S3-compatible store; undefined for AWS. */
export function ownEndpoint(): string | undefined {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env
  return AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL || undefined
}
