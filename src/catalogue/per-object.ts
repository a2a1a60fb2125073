/** For rooms that may import the catalogue but not the engine. */
export { perObject } from '../engine/values/per-object.ts'
