/**
 * Ranges of invisible characters that terminals and pages obey. They are control characters except tabs and line ends,
 * the ends of lines and paragraphs U+2028 and U+2029, and characters that change the direction of text (Bidi_Control).
 */
const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
]

/** The class of these characters in a regular expression, whose syntax for a code point is `escapeOf`. */
export function controlClass(escapeOf: (hex: string) => string): string {
  return `[${RANGES.map((range) => range.map((code) => escapeOf(hexOf(code))).join('-')).join('')}]`
}

const CONTROL = new RegExp(
  controlClass((hex) => `\\u${hex}`),
  'g',
)

/** Text whose control characters are visible, in the form of JSON: `\u001b` for ESC. Tabs and line ends stay. */
export function showControls(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${hexOf(character.charCodeAt(0))}`)
}

function hexOf(code: number): string {
  return code.toString(16).padStart(4, '0')
}
