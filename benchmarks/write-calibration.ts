/** `npm run calibration`: holds our figures against published ones, and writes docs/calibration.md and its chart. */
import { writeFileSync } from 'node:fs'
import { Releases } from '../src/catalogue/releases.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { calibrationReport } from './calibration-report.ts'

const { text, chart } = await calibrationReport(new Releases(loadReleases()))
writeFileSync('docs/calibration.md', text)
writeFileSync('docs/calibration.svg', chart)
