import { signInFromPage } from './page.js'

signInFromPage(import.meta.env.MODE, new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }))
