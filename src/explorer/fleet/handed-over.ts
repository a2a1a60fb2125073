/** Files that one page hands over to the next: they are kept in the browser until the next page takes them. */
const DATABASE = 'impactql-files'
const STORE = 'files'

/** The address that opens files. */
export const HANDED_OVER = '#dropped'

/** Opens a fleet with files. */
export async function openFleet(files: readonly File[]): Promise<void> {
  await inStore((store) => {
    store.clear()
    for (const file of files) store.add(file)
  })
  location.assign(`/explorer?mode=fleet${HANDED_OVER}`)
}

/** The files that the page before handed over; none at the second call. */
export async function takeFiles(): Promise<readonly File[]> {
  let files: readonly File[] = []
  await inStore((store) => {
    const request: IDBRequest<File[]> = store.getAll()
    request.onsuccess = () => {
      files = request.result
      store.clear()
    }
  })
  return files
}

async function inStore(use: (store: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite')
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      use(transaction.objectStore(STORE))
    })
  } finally {
    database.close()
  }
}
