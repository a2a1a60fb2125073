import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Mean power of a part since the reading before. */
export interface MeasuredPower {
  /** `package-0`, `dram` of package-0 is `package-0/dram`. */
  readonly part: string
  readonly watts: number
}

interface Domain {
  readonly part: string
  readonly file: string
  /** The counter starts again at 0 after so many microjoules. */
  readonly most: number
}

interface Reading {
  readonly at: number
  readonly energies: readonly number[]
}

/** Between the first two readings, in milliseconds. */
const FIRST = 1000

/**
 * Reads the power of processors and memory that the system measures (RAPL), from sysfs.
 *
 * The format: https://docs.kernel.org/power/powercap/powercap.html
 */
export class RaplMeter {
  readonly #root: string
  #domains: readonly Domain[] = []
  #last: Reading | undefined

  constructor(sysfs: string) {
    this.#root = join(sysfs, 'class/powercap')
  }

  /** Finds what is measured. Returns a sentence for each counter that cannot be read; nothing is measured then. */
  async open(): Promise<readonly string[]> {
    const names = await readdir(this.#root).catch(() => [])
    const found = await Promise.all(
      names.filter((name) => /^intel-rapl:\d+(:\d+)?$/.test(name)).map((name) => this.#domain(name)),
    )
    this.#domains = found.flatMap((domain) => domain ?? []).toSorted((a, b) => a.part.localeCompare(b.part))
    try {
      this.#last = await this.#reading()
      return []
    } catch (error) {
      this.#domains = []
      const { path = this.#root, code } = error as NodeJS.ErrnoException
      const why = code === 'EACCES' ? 'permission denied (EACCES)' : `it cannot be read (${code ?? 'no number'})`
      return [`${path}: ${why}`]
    }
  }

  /** Mean power of each part since the last reading. Empty without counters. */
  async read(): Promise<readonly MeasuredPower[]> {
    if (this.#domains.length === 0 || this.#last === undefined) return []
    const before = this.#last
    if (performance.now() - before.at < FIRST) await wait(FIRST - (performance.now() - before.at))
    const now = await this.#reading()
    this.#last = now
    const seconds = (now.at - before.at) / 1000
    return this.#domains.map(({ part, most }, index) => {
      const used = (now.energies[index] ?? 0) - (before.energies[index] ?? 0)
      return { part, watts: (used < 0 ? used + most : used) / 1e6 / seconds }
    })
  }

  /** Processors, and memory beside them. Cores are in a processor, and a platform has both in it. */
  async #domain(name: string): Promise<Domain | undefined> {
    const folder = join(this.#root, name)
    const textOf = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim()
    const part = await textOf('name').catch(() => '')
    if (!/^(package-\d+|dram)$/.test(part)) return undefined
    const most = Number(await textOf('max_energy_range_uj').catch(() => 0))
    const [, parent = ''] = /^intel-rapl:(\d+):/.exec(name) ?? []
    return { part: part === 'dram' ? `package-${parent}/dram` : part, file: join(folder, 'energy_uj'), most }
  }

  async #reading(): Promise<Reading> {
    const energies: number[] = []
    for (const { file } of this.#domains) {
      const text = (await readFile(file, 'utf8').catch((error) => {
        throw Object.assign(error, { path: file })
      })) as string
      if (!/^\d+\s*$/.test(text)) throw Object.assign(new Error('no number'), { path: file })
      energies.push(Number(text))
    }
    return { at: performance.now(), energies }
  }
}
