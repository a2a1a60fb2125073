import { Command } from 'commander'
import { type AssessingOptions, tableChoiceOf, withTableOptions } from '../options.ts'
import { ownVersion } from '../own-version.ts'

/** `impactql mcp`: a server of the Model Context Protocol over the standard input and output. */
export function mcpCommand(): Command {
  const command = new Command('mcp').description('serve the Model Context Protocol over the standard input and output')
  return withTableOptions(command).action(async (options: AssessingOptions) => {
    const [{ openAssessor, openReleases }, { StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('../../batch/open-assessor.ts'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('../create-mcp-server.ts'),
    ])
    const choice = tableChoiceOf(options)
    const server = createMcpServer(openAssessor(choice), openReleases(choice), ownVersion())
    await server.connect(new StdioServerTransport())
  })
}
