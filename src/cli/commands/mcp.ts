import { Command } from 'commander'
import { type AssessingOptions, ownVersion, tableChoiceOf, withTableOptions } from '../options.ts'

/** `impactql mcp`: a server of the Model Context Protocol over the standard input and output. */
export function mcpCommand(): Command {
  const command = new Command('mcp').description('serve the Model Context Protocol over the standard input and output')
  return withTableOptions(command).action(async (options: AssessingOptions) => {
    const [{ openAssessor, openReleases }, { StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('../../bulk/open-assessor.ts'),
      import('@modelcontextprotocol/server/stdio'),
      import('../create-mcp-server.ts'),
    ])
    const choice = tableChoiceOf(options)
    const server = createMcpServer(openAssessor(choice), openReleases(choice), ownVersion())
    await server.connect(new StdioServerTransport())
  })
}
