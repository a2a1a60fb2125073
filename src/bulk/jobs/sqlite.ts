const { emitWarning } = process

/**
 * Loads Node.js's SQLite. Node.js 22 warns on standard error that it is experimental; only that warning is suppressed.
 *
 * https://nodejs.org/docs/latest-v22.x/api/sqlite.html
 */
function loadSqlite(): typeof import('node:sqlite') {
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest)
  }) as typeof emitWarning
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

export const { DatabaseSync } = loadSqlite()
