const endpoint = new URL(location.href).searchParams.get('endpoint')
const line = await chrome.runtime.sendMessage(endpoint)
console.log(JSON.stringify({ environment: 'service worker', ...line }))
