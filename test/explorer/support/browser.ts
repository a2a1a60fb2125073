import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium; `CHROMIUM` names another one. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Nothing of its own over the network, and as little else as it can do without. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium with an empty profile of its own. */
export function launchBrowser(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(
      `Chromium is needed for the tests of the explorer, and there is none at ${EXECUTABLE}: run "apt-get install chromium", or name one in CHROMIUM`,
    )
  }
  return chromium.launch({ executablePath: EXECUTABLE, args: FLAGS })
}
