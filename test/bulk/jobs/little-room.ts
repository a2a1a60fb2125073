import fs, { existsSync, type StatsFs } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before a service and its processes: as long as there is the file FULL_DISK, each disk has a megabyte left. */
const { statfs } = promises
const { statfsSync } = fs
const MEGABYTE = 2 ** 20

function little(found: StatsFs): StatsFs {
  if (existsSync(process.env.FULL_DISK as string)) found.bavail = Math.floor(MEGABYTE / found.bsize)
  return found
}

promises.statfs = (async (path: string) => little(await statfs(path))) as typeof statfs
fs.statfsSync = ((path: string) => little(statfsSync(path))) as typeof statfsSync
syncBuiltinESMExports()
