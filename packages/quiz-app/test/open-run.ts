import { runAtom } from '../src/run/run-atoms.ts'
import { createProductApi } from './gateway.ts'
import { question } from './question.ts'
import { createSignedInStore } from './signed-in-store.ts'

/** The app with the run on screen; `shown` names its questions in order. */
export async function openRun(
  api = createProductApi(['a', 'b', 'c'].map((id) => question(id))),
  databaseName?: string,
) {
  const { store } = await createSignedInStore(api.handle, { databaseName })
  const shown = () =>
    store
      .get(runAtom)
      ?.questions.map(({ id }) => id)
      .join() ?? null
  const show = () => store.sub(runAtom, () => {})
  return { store, api, show, shown }
}
