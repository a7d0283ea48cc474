/** Delay before the object URL is revoked. Safari reads the URL some time after the click. */
const ADDRESS_LIVES_MS = 60_000

/** Downloads a text as a file. */
export function downloadFile(name: string, type: string, contents: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_LIVES_MS)
}
