/** Every value of `extensions.code`, and when an error has it. docs and tests read this list. */
export const ERROR_CODES = {
  BAD_REQUEST: 'The request is no GraphQL request: JSON that cannot be read, no query, a parameter of the wrong type.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  OPERATION_RESOLUTION_FAILURE: 'The document has no operation of the name asked for, or several and no name is given.',
  BAD_USER_INPUT:
    'A variable or an argument cannot be used; `faults` names 20 with their paths, `moreFaults` counts the rest.',
  NOT_FOUND:
    'Something was asked for by an id or a name that no row has; its fault in `faults` has the `nearest` known ones.',
  MORE_ERRORS: 'There are more errors than the 1,000 that are listed; `count` is their number.',
  OPERATION_TOO_LARGE:
    'A limit is exceeded, before or while it runs; `limit` is its name, `maximum` its value, `actual` the number found.',
  TIMEOUT: 'The operation took longer than the time limit.',
  PERSISTED_DOCUMENT_NOT_FOUND: 'The document asked for by `documentId` is not known.',
  PERSISTED_QUERY_NOT_FOUND: 'An automatic persisted query is not known yet; clients send its text with its hash.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'Only trusted documents are executed, and the hash is of none.',
  DOCUMENT_NOT_TRUSTED: 'Only trusted documents are executed, and this is none.',
  REQUEST_TOO_LARGE: 'The body has more bytes than are read.',
  UNAUTHENTICATED: 'An API key is needed, and none or an unknown one was given.',
  RATE_LIMITED: 'Too many requests in a time; Retry-After has the seconds to wait.',
  OVERLOADED: 'The service has more to do than it can; Retry-After has the seconds to wait.',
  METHOD_NOT_ALLOWED: 'The method cannot be used here; Allow lists those that can.',
  NOT_ACCEPTABLE: 'None of the content types that the caller accepts can be given.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is of a type or coding that is not read.',
  INTERNAL_SERVER_ERROR: 'A fault of the service; `errorId` is in its log.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES
