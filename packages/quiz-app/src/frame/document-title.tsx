import { useAtomValue } from 'jotai'

import { envAtom } from '../session/services.ts'

/** The page's title: the screen's own, then the product's name. */
export function DocumentTitle({ screen }: { screen: string }) {
  const { productName } = useAtomValue(envAtom)
  return <title>{`${screen} · ${productName}`}</title>
}
