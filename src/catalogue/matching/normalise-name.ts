/** Spellings in names of graphics cards, in the order of rewriting. */
const CARD_REWRITES: readonly (readonly [RegExp, string])[] = [
  // "A100 Tensor Core GPU"
  [/(?<![a-z0-9])tensor[\s_-]+core(?![a-z0-9])/gi, ' '],
  // "80 GB"
  [/(?<![a-z0-9])(\d+)[\s_-]+gb(?![a-z0-9])/gi, '$1GB'],
  // Rows call the fifth socket just SXM; the others are a kind of it: "A100 SXM".
  [/(?<![a-z0-9])sxm[\s_-]?5(?![a-z0-9])/gi, 'SXM'],
  [/(?<![a-z0-9])sxm[\s_-]?([2-4])(?![a-z0-9])/gi, 'SXM SXM$1'],
  // "RTX4090"
  [/(?<![a-z0-9])([rg]tx)(?=[a-z]?\d{4})/gi, '$1 '],
]

/**
 * A graphics card's name without what does not distinguish it. Besides normaliseName, it unifies the spelling of
 * memory, sockets and the lines RTX and GTX. Any text is valid.
 *
 * @example
 * normaliseCardName('NVIDIA H100 SXM5 80 GB') // 'nvidia h100 sxm 80gb'
 * normaliseCardName('A100-SXM4-40GB') // 'a100 sxm sxm4 40gb'
 */
export function normaliseCardName(text: string): string {
  return normaliseName(CARD_REWRITES.reduce((name, [pattern, replacement]) => name.replace(pattern, replacement), text))
}

/** Text that operating systems and firmware print around a name, in the order of removal. */
const NOISE: readonly RegExp[] = [
  // The label, if a whole line of /proc/cpuinfo, lscpu or sysctl was pasted.
  /^\s*(?:bios model name|model name|machdep\.cpu\.brand_string|processor name|brand string)\s*[:=]/,
  /\((?:r|tm|c)\)/g,
  // "with Radeon Vega Graphics", "w/ Radeon 780M Graphics", "RADEON R7, 10 COMPUTE CORES 4C+6G", "R5, 8 Compute Cores"
  /\b(?:with|w\/)\s[^,;]*?(?:radeon|graphics|gfx).*$/,
  /\b(?:radeon\s+)?r\d,?\s+\d+\s+compute\s+cores.*$/,
  // "@ 2.50GHz", "3.2 GHz", ", 3600 Mhz", and "@ 2.50" cut short
  /@\s*\d+(?:[.,]\d+)?(?:\s*[gm]hz)?/g,
  /\b\d+(?:[.,]\d+)?\s*[gm]hz\b/g,
  // "64-Core", "32-Cores", "Quad-Core", "12 Core(s)", "20 Logical Processor(s)", "16-Thread"
  /(?<![\w.])(?:\d{1,3}|single|dual|triple|quad|six|eight|ten|twelve|sixteen)[\s-]*(?:core|thread)s?\b(?:\(s\))?/g,
  /\b\d{1,3}\s+logical\s+processors?\b(?:\(s\))?/g,
  // "12th Gen", "3rd Generation"
  /\b\d{1,2}(?:st|nd|rd|th)[\s-]*gen(?:eration)?\b/g,
  // "2x Intel ...", "... x2": the number of parts is not in the name.
  /^\s*\d{1,2}\s?[x×*]\s/,
  /\s[x×*]\s?\d{1,2}\s*$/,
  // engineering and qualification samples
  /\beng(?:ineering)?\s+sample\b/g,
  /\s\(?[eq]s\)?\s*$/,
]

/** Rewrites of the cleaned, space-separated text, so that one name has one form. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cpus?|processors?|apu|soc|genuine(?= intel))\b/g, ' '],
  [/ {2,}/g, ' '],
  [/^ | $/g, ''],
  [/\bgenuineintel\b|\bintel corp(?:oration)?\b/g, 'intel'],
  [/\bauthenticamd\b|\badvanced micro devices(?: inc)?\b/g, 'amd'],
  // Annapurna Labs is the Amazon company that makes Graviton.
  [/\b(?:amazon web services|amazon|aws|annapurna labs?)(?= graviton)/g, 'annapurna'],
  [/^(?:amazon web services|amazon|aws|annapurna labs?)$/, 'annapurna'],
  // Words that firmware repeats: "Intel Corporation Intel Xeon".
  [/\b(\p{L}+)(?: \1)+\b/gu, '$1'],
  [/\bryzen([3579])\b/g, 'ryzen $1'],
  [/\br([3579]) (?=(?:pro )?\d{4})/g, 'ryzen $1 '],
  [/\bgraviton (\d)(e?)\b/g, 'graviton$1$2'],
  // "E52670", "i712700K"
  [/\b(e[357]|i[3579]) ?(?=\d{4})/g, '$1 '],
  // "2670v3", "2697A V4", "2670 v 3"
  [/\b(\d{4}[a-z]{0,2}?) ?v ?([1-9])\b/g, '$1 v$2'],
  // The first Xeon E5 had no version; Linux prints a 0 instead: "E5-2670 0".
  [/\b(e[357] \d{4}[a-z]?) 0\b/g, '$1'],
  // "12700 K", "8259 CL", "1080 Ti"
  [/\b([a-z]?\d{3,5}) ([a-z]{1,2})\b/g, '$1$2'],
]

/**
 * A part's name without what does not distinguish it, so that a printed name equals the name in a table. It is lower
 * case, without marks, clock rate, core count, generation or graphics. `-`, `_` and space are alike, and a maker has
 * one name. What distinguishes rows stays: versions (`v4`), suffixes, `pro`, `+`.
 *
 * Any text is valid. A text of noise alone (`CPU`) is only converted to lower case.
 *
 * @example
 * normaliseName('Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz') // 'intel xeon platinum 8259cl'
 * normaliseName('AMD EPYC 7763 64-Core Processor') // 'amd epyc 7763'
 * normaliseName('INTEL XEON E5-2686V4') // 'intel xeon e5 2686 v4'
 */
export function normaliseName(text: string): string {
  let name = text.replace(/[®™©]/g, ' ').normalize('NFKC').toLowerCase()
  for (const noise of NOISE) {
    name = name.replace(noise, ' ')
  }
  name = name.replace(/[^\p{L}\p{N}+]+/gu, ' ')
  for (const [pattern, replacement] of REWRITES) {
    name = name.replace(pattern, replacement)
  }
  return name === '' ? text.trim().toLowerCase() : name
}
