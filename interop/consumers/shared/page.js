import { journeyOfIncumbent } from './identity-js.js'
import { journey } from './journey.js'

const endpoint = new URL(location.href).searchParams.get('endpoint')

/** Runs the journeys in the page and, if there is one, in its worker. Prints all lines together at the end. */
export async function signInFromPage(environment, worker) {
  const lines = [{ environment, ...(await journey({ endpoint })) }]
  lines.push({ environment: `${environment}, identity-js`, ...(await journeyOfIncumbent({ endpoint })) })
  if (worker) lines.push({ environment: `${environment}, worker`, ...(await ask(worker)) })
  console.log(lines.map((line) => JSON.stringify(line)).join('\n'))
}

function ask(worker) {
  return new Promise((done, fail) => {
    worker.addEventListener('message', ({ data }) => done(data))
    worker.addEventListener('error', ({ message }) => fail(new Error(`The worker failed: ${message}`)))
    worker.postMessage(endpoint)
  })
}
