import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Command, Option } from 'commander'
import { CARD_SHAPES, type CardShape } from '../../bulk/card-shapes.ts'
import type { OutputFormat } from '../../bulk/copy-rows.ts'
import { checkOutput, folderFor } from '../../bulk/place-output.ts'
import { DEFAULT_CRITERIA } from '../../library/index.ts'
import {
  type AssessingOptions,
  assessOptionsOf,
  readPercent,
  spanOptionsOf,
  tableChoiceOf,
  UsageError,
  withFigureOptions,
} from '../options.ts'
import { printError } from '../output/style.ts'
import { countWords } from '../output/words.ts'
import { memorySetting, removeOnSignal } from './assess.ts'

interface RateCardCommandOptions extends AssessingOptions {
  readonly providers?: string
  readonly regions?: string
  readonly load?: number
  readonly for: CardShape
  readonly likely?: true
  readonly output: string
}

/** `impactql rate-card -o rates.parquet`: the impact of a unit of everything that clouds bill. */
export function rateCardCommand(): Command {
  const command = new Command('rate-card')
    .description(
      'write a rate card to join with a bill in a warehouse. It has the impact of each billed unit by region: an hour of each instance type, a GB of each kind of storage, and others',
    )
    .requiredOption('-o, --output <file>', 'file to write the rates to: .parquet, .csv or .json')
    .option('--providers <ids>', 'providers, separated by commas (default: all)')
    .option('--regions <ids>', 'regions, separated by commas (default: all)')
    .option('--load <percent>', 'load of machines (default: 50)', readPercent)
    .addOption(
      new Option('--for <reader>', 'program that reads the file: opencost needs .csv, schedulers need .json')
        .choices([...CARD_SHAPES])
        .default('warehouse'),
    )
    .option('--likely', 'add the likely range of each figure (_low, _high): its 5th and 95th percentile')
  return withFigureOptions(command).action(writeCard)
}

async function writeCard(options: RateCardCommandOptions): Promise<void> {
  const { output, providers, regions, load, likely } = options
  const format = extname(output).slice(1).toLowerCase()
  if (!['parquet', 'csv', 'json'].includes(format))
    throw new UsageError(`Unknown extension of ${output}. Choose .parquet, .csv or .json`)
  const wanted = { warehouse: format, opencost: 'csv', schedulers: 'json' }[options.for]
  if (format !== wanted) throw new UsageError(`Wrong extension of ${output} for ${options.for}. Choose .${wanted}`)
  const { criteria = DEFAULT_CRITERIA } = options
  if (options.for !== 'warehouse' && criteria !== 'all' && !criteria.includes('gwp'))
    throw new UsageError(`A rate card for ${options.for} needs gwp among its criteria`)
  await checkOutput(output)
  const [{ openAssessor }, { writeRateCard }, { makeRunFolder }, { createProgress }] = await Promise.all([
    import('../../bulk/open-assessor.ts'),
    import('../../bulk/write-rate-card.ts'),
    import('../../bulk/run-folder.ts'),
    import('../progress.ts'),
  ])
  const folder = await makeRunFolder(folderFor(output))
  const stop = removeOnSignal(folder)
  const progress = createProgress('rates')
  try {
    const assessor = openAssessor(tableChoiceOf(options))
    const { duration: _, ...assessing } = assessOptionsOf(options, assessor)
    const rates = await writeRateCard(assessor, {
      ...assessing,
      ...tableChoiceOf(options),
      ...(providers !== undefined && { providers: providers.split(',').map((id) => id.trim()) }),
      ...(regions !== undefined && { regions: regions.split(',').map((id) => id.trim()) }),
      ...(load !== undefined && { load }),
      ...(likely && { likely }),
      shape: options.for,
      folder: join(folder),
      memory: memorySetting(),
      output: { file: output, format: format as OutputFormat },
      onProgress: progress.show,
    })
    // First the bar goes, which would take the line with it.
    progress.stop()
    const { boundary } = spanOptionsOf(options)
    const around = boundary === 'EQUIPMENT' ? 'for the equipment alone' : 'including the data centre'
    printError(`${countWords(rates, 'rate')}, each for one unit, ${around}, using data release ${assessor.release}`)
  } finally {
    progress.stop()
    stop()
    await rm(folder, { recursive: true, force: true })
  }
}
