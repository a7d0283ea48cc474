import { spawnSync } from 'node:child_process'

// `ng build` ends with status 0 even if it prints warnings. A user wants none, about CommonJS for example.
const { status, stdout, stderr } = spawnSync('node_modules/.bin/ng', ['build'], { encoding: 'utf8' })
const printed = stdout + stderr
console.log(printed)
process.exit(status === 0 && !/warning/i.test(printed) ? 0 : 1)
