// Loaded before main.ts, and JavaScript: what is compiled, and stripped of its types, is taken from the last start, so that
// the stripper itself need not be loaded: from the second start on that takes off a third.
import { enableCompileCache } from 'node:module'

enableCompileCache()
