// Loaded before main.ts. It is JavaScript, so that on a Node.js that is too old it can end the start with a sentence.
// It caches the compiled sources, so that the next start need not load the type stripper. From the second start on,
// this saves a third of the time.
import { cacheCompiled } from '../../bin/cache-compiled.js'
import { endTooOld, isNewEnough } from '../../bin/check-node.js'

if (!isNewEnough()) endTooOld()
cacheCompiled()
