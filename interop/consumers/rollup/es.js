import { signInFromPage } from './page.js'

signInFromPage('es')
