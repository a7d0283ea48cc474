import { signInOnHostedPages } from './hosted.js'

void signInOnHostedPages(`${import.meta.env.MODE}, hosted login`)
