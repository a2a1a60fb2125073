declare module 'virtual:source-titles' {
  /** Titles of documents by address. */
  const titles: Readonly<Record<string, string>>
  export default titles
}
