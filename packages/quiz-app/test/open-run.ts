import { runAtom } from '../src/run/run-atoms.ts'
import { createProductApi } from './gateway.ts'
import { question } from './question.ts'
import { createSignedInStore } from './signed-in-store.ts'

/** Opens the app without a screen. `show` shows the run, and `shown` lists the questions of the shown run in order. */
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
