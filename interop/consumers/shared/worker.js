import { journey } from './journey.js'

addEventListener('message', ({ data: endpoint }) => {
  void journey({ endpoint }).then((line) => postMessage(line))
})
