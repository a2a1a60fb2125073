// ES5 syntax: it must also run on Node.js versions that are too old for the rest.

/** The oldest Node.js that runs the sources: since 22.18 it reads TypeScript without a flag. */
const OLDEST = [22, 18]

/** Whether this Node.js, or the version given, runs impactql. */
export function isNewEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Ends the process with one sentence and exit code 1. */
export function endTooOld() {
  process.stderr.write(
    `impactql needs Node.js ${OLDEST.join('.')} or later, and this is ${process.versions.node} (https://nodejs.org).\n`,
  )
  process.exit(1)
}
