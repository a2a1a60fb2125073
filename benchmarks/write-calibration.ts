/**
 * `npm run calibration`: holds our figures against published ones, and writes docs/calibration.md and its chart. With
 * `--accept`, the kinds that still fail are written, too, to the list that the tests hold them to.
 */
import { writeFileSync } from 'node:fs'
import { calibrationOfRelease, missesOf } from '../src/catalogue/calibration.ts'
import { Releases } from '../src/catalogue/releases.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { calibrationReport } from './calibration-report.ts'

const releases = new Releases(loadReleases())
const { text, chart } = await calibrationReport(releases)
writeFileSync('docs/calibration.md', text)
writeFileSync('docs/calibration.svg', chart)

const [newest, before] = releases.all
if (newest === undefined || before === undefined) throw new Error('There is no release before the newest')
const earlier = await calibrationOfRelease(before, newest)
const failing = (await calibrationOfRelease(newest)).flatMap((kind) => {
  const misses = missesOf(
    kind,
    earlier.find((each) => each.kind === kind.kind),
  )
  for (const { reason } of misses) console.log(`${kind.kind}: ${reason}`)
  const by = misses.reduce((sum, miss) => sum + miss.by, 0)
  return misses.length === 0 ? [] : [`${kind.kind},${by.toFixed(3)}`]
})
if (process.argv.includes('--accept')) {
  writeFileSync('test/catalogue/kinds-that-fail.csv', `${['kind,by', ...failing].join('\n')}\n`)
}
