import { type Config, configFault } from '../config/config.ts'

/** One line on why a server cannot listen, with the setting to change. */
export function listenFault(code: string | undefined, { port, host }: Config): string {
  if (code === 'EADDRINUSE') return configFault('port', String(port), `a port that is free at ${host} (${code})`)
  if (code === 'EACCES') return configFault('port', String(port), `a port that this user may take (${code})`)
  return configFault('host', host, `an address of this machine (${code})`)
}
