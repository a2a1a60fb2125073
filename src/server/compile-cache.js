// Loaded before main.ts, and JavaScript: it ends a start on a Node.js that is too old with a sentence. What is compiled, and
// stripped of its types, is taken from the last start, so that the stripper itself need not be loaded: from the second
// start on that takes off a third.
import module from 'node:module'
import { endTooOld, isNewEnough } from '../../bin/check-node.js'

if (!isNewEnough()) endTooOld()
module.enableCompileCache()
