import { Command, InvalidArgumentError } from 'commander'

/** `impactql serve`: the service over HTTP, configured by the environment like `npm start`. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'start the service: GraphQL, REST and pages. Environment variables hold its settings (docs/settings.md)',
    )
    .option('--port <number>', 'port to listen on. Overrides the environment variable PORT', readPort)
    .action(async ({ port }: { port?: string }) => {
      const { start } = await import('../../server/start.ts')
      await start([], port === undefined ? process.env : { ...process.env, PORT: port })
    })
}

function readPort(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a whole number, 0 to 65535.')
  return text
}
