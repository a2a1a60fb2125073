/** Every value of `extensions.code`, and when an error has it. docs and tests read this list. */
export const ERROR_CODES = {
  BAD_REQUEST: 'The request is no GraphQL request: JSON that cannot be read, no query, a parameter of the wrong type.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  OPERATION_RESOLUTION_FAILURE: 'The document has no operation of the name asked for, or several and no name is given.',
  BAD_USER_INPUT: 'A variable or an argument cannot be used; `faults` names each with its path.',
  NOT_FOUND: 'Something was asked for by an id that no row has; `nearest` has the closest known ones.',
  MORE_ERRORS: 'There are more errors than the 1,000 that are told; `count` says how many.',
  OPERATION_TOO_LARGE: 'A limit is exceeded; `limit`, `maximum` and `actual` say which and by how much.',
  TIMEOUT: 'The operation took longer than the time limit.',
  PERSISTED_DOCUMENT_NOT_FOUND: 'The document asked for by its hash is not known.',
  DOCUMENT_NOT_TRUSTED: 'Only trusted documents are executed, and this is none.',
  REQUEST_TOO_LARGE: 'The body has more bytes than are read.',
  UNAUTHENTICATED: 'An API key is needed, and none or an unknown one was given.',
  RATE_LIMITED: 'Too many requests in a time; Retry-After says when to come back.',
  OVERLOADED: 'The service has more to do than it can; Retry-After says when to come back.',
  METHOD_NOT_ALLOWED: 'The method cannot be used here; Allow says which can.',
  NOT_ACCEPTABLE: 'None of the content types that the caller accepts can be given.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is of a type or coding that is not read.',
  INTERNAL_SERVER_ERROR: 'A fault of the service; `errorId` is in its log.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES
