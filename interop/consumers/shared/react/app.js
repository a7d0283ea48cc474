import { createElement, useSyncExternalStore } from 'react'

/** Shows who is signed in. On the server, and until the browser has checked, it shows "checking". */
export function App({ auth }) {
  const user = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getServerSnapshot)
  if (user === 'checking') return createElement('p', null, 'checking')
  if (user === 'signedOut') return createElement('p', null, 'signed out')
  return createElement('p', null, user.username)
}
