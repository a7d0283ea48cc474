import { signInFromPage } from './page.js'

signInFromPage('iife')
