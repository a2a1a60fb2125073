/** The policy of a page that may load what the directives allow, and nothing else. No other page may frame it. */
export function contentSecurityPolicy(...directives: readonly string[]): string {
  return ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
}
