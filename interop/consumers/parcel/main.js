import { signInFromPage } from './page.js'

signInFromPage('build', new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }))
