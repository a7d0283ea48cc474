import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { useAuth, useSignIn } from './hooks.ts'

test('on a server, two components with the same client render the server snapshot of one store', () => {
  const { client } = testClient()
  const stores: unknown[] = []
  const Page = () => {
    const [state, store] = useSignIn(client, { keep: () => sessionStorage })
    stores.push(store)
    return `${JSON.stringify(useAuth(client))}, ${state.phase}; `
  }
  const pages = createElement('p', null, createElement(Page), createElement(Page))
  expect(renderToStaticMarkup(pages)).toBe('<p>&quot;checking&quot;, form; &quot;checking&quot;, form; </p>')
  expect(stores[1]).toBe(stores[0])
})
