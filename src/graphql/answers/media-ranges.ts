/** A range of media types that a client takes. */
export interface MediaRange {
  /** As it was sent. */
  readonly text: string
  /** In lower case, without parameters: `application/*`. */
  readonly name: string
  /** How much it is liked, 0 to 1; of 0 it is not taken. */
  readonly weight: number
  readonly charset: string | undefined
}

/**
 * The ranges of an Accept header in their order (RFC 9110, 12.5.1). A weight that is no number counts as 0.
 *
 * Example: of `text/event-stream;q=0` the one range has the name `text/event-stream` and the weight 0.
 */
export function mediaRanges(accept: string): readonly MediaRange[] {
  return accept.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))
    return {
      text: text.trim(),
      name,
      weight: q === undefined ? 1 : Number(q.slice('q='.length)) || 0,
      charset: charset?.slice('charset='.length),
    }
  })
}
