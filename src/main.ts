import { start } from './http/start.ts'

await start(process.argv.slice(2), process.env)
