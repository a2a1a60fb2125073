interface Job {
  readonly state: string
  readonly progress: number
}

/** Sends a CSV file as a job, shows the job each time it changes, and returns the rows with their figures. */
export async function assessFile(url: string, file: Blob, key: string | undefined, show: (job: Job) => void) {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const type = { 'content-type': 'text/csv' }
  const sent = await fetch(`${url}/v2/jobs?criteria=gwp`, {
    method: 'POST',
    body: file,
    headers: { ...headers, ...type },
  })
  if (!sent.ok) throw new Error(await sent.text())
  const address = `${url}${sent.headers.get('location')}`
  const events = await fetch(`${address}/events`, { headers })
  if (!events.ok || events.body === null) throw new Error(await events.text())
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) show(JSON.parse(line.slice('data: '.length)))
  }
  const result = await fetch(`${address}/result`, { headers: { ...headers, accept: 'application/json' } })
  if (!result.ok) throw new Error(await result.text())
  return (await result.json()) as readonly Readonly<Record<string, unknown>>[]
}
