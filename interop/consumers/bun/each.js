import { execFileSync } from 'node:child_process'

const run = (program) => execFileSync('node_modules/bun/bin/bun', ['run', program], { encoding: 'utf8' })
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const programs = ['first-sign-in.js', 'first-sign-in.cjs', 'first-sign-in-identity-js.js']
const times = new Map(programs.map((program) => [program, []]))
for (let turn = 0; turn < 5; turn += 1) {
  for (const program of programs) times.get(program).push(Number(run(program)))
}
const [esm, cjs, theirs] = programs.map((program) => median(times.get(program)))
const figures = (ours) => `first sign-in of a process in ${ours} ms (amazon-cognito-identity-js: ${theirs} ms)`

console.log(JSON.stringify({ ...JSON.parse(run('sign-in.js')), figures: figures(esm) }))
console.log(JSON.stringify({ ...JSON.parse(run('sign-in.cjs')), figures: figures(cjs) }))
console.log(run('on-a-server.js'))
if (Math.max(esm, cjs) > theirs) throw new Error('The first sign-in takes longer than with amazon-cognito-identity-js.')
