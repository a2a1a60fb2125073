import { readConfig } from '../../../../src/server/settings/config.ts'
import { buildWorld, type World } from '../../../../src/server/world.ts'

const made = new Map<string, World>()

/**
 * The world of the shipped tables with these settings, made once for all who ask for it: to read the tables takes as
 * long as many a test. Not for settings that name files which change.
 */
export function realWorld(env: Readonly<Record<string, string>> = {}): World {
  const key = JSON.stringify(env)
  const world = made.get(key) ?? buildWorld(readConfig(env))
  made.set(key, world)
  return world
}
