import { journey } from './journey.js'

const storage = {
  getItem: async (key) => (await chrome.storage.local.get(key))[key] ?? null,
  setItem: (key, value) => chrome.storage.local.set({ [key]: value }),
  removeItem: (key) => chrome.storage.local.remove(key),
}

chrome.runtime.onMessage.addListener((endpoint, _sender, answer) => {
  journey({ endpoint, storage }).then(answer, (error) => answer({ error: String(error) }))
  return true // the response is asynchronous
})
