import { createElement, useSyncExternalStore } from 'react'

/** Says who is signed in; on the server and until the browser knows, that this is not known yet. */
export function App({ auth }) {
  const user = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getServerSnapshot)
  if (user === 'checking') return createElement('p', null, 'checking')
  if (user === 'signedOut') return createElement('p', null, 'signed out')
  return createElement('p', null, user.username)
}
