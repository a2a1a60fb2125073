/** A rule of docs/writing.md that a machine can check: its number there, and what breaks it in a sentence. */
interface ProseRule {
  readonly rule: number
  readonly breaks: (sentence: string) => string | undefined
}

const MOST_WORDS = 30

function words(sentence: string): readonly string[] {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word))
}

/** What a pattern finds in a sentence. */
function phrase(pattern: RegExp): ProseRule['breaks'] {
  return (sentence) => pattern.exec(sentence)?.[0]
}

const RULES: readonly ProseRule[] = [
  // `is computed by the service`, and subjects that a relative clause hides.
  {
    rule: 1,
    breaks: phrase(/\b(?:is|are|was|were|be|been)(?: \w+ly)? \w+(?:ed|wn|ken) by (?:a|an|the|those|what)\b/i),
  },
  { rule: 1, breaks: phrase(/, which is \w+ed\.|\b(?:is|are|was|were) taken\b|\bthat (?:was|were) given\b/i) },
  {
    rule: 2,
    breaks: (sentence) => {
      const { length } = words(sentence)
      return length > MOST_WORDS ? `${length} words` : undefined
    },
  },
  { rule: 2, breaks: phrase(/;[^;]*;/) },
  {
    rule: 3,
    breaks: phrase(
      /\b(?:at their worst together|the way of an?|as far as they are|left aside|held against|told apart|worked on|as such|in each other)\b/i,
    ),
  },
  { rule: 4, breaks: phrase(/\bone (?:may|can|must) be\b/i) },
  {
    rule: 5,
    breaks: phrase(/(?<!\b(?:there|it) )\b(?:is|are) (?:none|no (?!longer\b|more\b|larger\b|smaller\b|finer\b)\w+)/i),
  },
  { rule: 5, breaks: phrase(/; did you mean\b/i) },
  { rule: 6, breaks: phrase(/\b(?:surer|nothing but|none but|no other than|other than that of)\b/i) },
  { rule: 6, breaks: phrase(/\bnot [\w ]+ but (?:in|of|from|by)\b/i) },
  {
    rule: 7,
    breaks: phrase(
      /\b(?:who|what|which|when|where)(?:so)?ever\b|\bof (?:which|whom)\b|\b(?:nothing|none) is known\b|\bwhere (?:none|nothing)\b|\b(?:there|where)(?:of|in|upon)\b/i,
    ),
  },
  { rule: 9, breaks: phrase(/\b(?:of|for) this one\b|\bthe latter\b|\bthe former\b/i) },
  { rule: 10, breaks: phrase(/\b(?:it should be noted|basically|simply|of course|in order to|obviously)\b/i) },
]

/** The sentences of a paragraph: abbreviations, numbers and names of files do not end one. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replace(/\b(e\.g|i\.e|eq|vs|No)\./g, '$1')
    .split(/(?<=[.!?:])\s+(?=["'(]?(?:[A-Z0-9]|impactql\b))/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** What a text breaks, a line each: the number of the rule, what was found, and the sentence. */
export function faultsOfProse(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) =>
    RULES.flatMap(({ rule, breaks }) => {
      const found = breaks(sentence)
      return found === undefined ? [] : [`rule ${rule} ("${found}"): ${sentence}`]
    }),
  )
}
