// Loaded before main.ts, and JavaScript: what is compiled, and stripped of its types, is taken from the last start, so that
// the stripper itself need not be loaded. That halves the time to the first answer.
import { enableCompileCache } from 'node:module'

enableCompileCache()
