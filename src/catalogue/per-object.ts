/** For rooms that know the catalogue and not the engine. */
export { perObject } from '../engine/values/per-object.ts'
