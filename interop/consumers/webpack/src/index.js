import { signInFromPage } from '../page.js'

signInFromPage(process.env.NODE_ENV, new Worker(new URL('../worker.js', import.meta.url)))
