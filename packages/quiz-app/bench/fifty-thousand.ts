import type { Question } from '@cognito-srp/contract'

import { parseQuestions } from '../src/api/parse-questions.ts'
import { chooseQuestions, questionsIn, themeChoices } from '../src/questions/selection.ts'
import type { Selection } from '../src/questions/selection.ts'
import { themeTotals } from '../src/features/stats/stats.ts'
import { indexTallies, tallyLookup } from '../src/sync/tally.ts'

// Benchmarks a bank of 50,000 questions: the computation that follows a press on the home or stats screen, and the longest slice
// in which parsing the bank blocks the page. Prints the median and the maximum of 31 runs as a Markdown table. Exits with status
// 1 if the median computation takes longer than one frame or the median longest slice takes longer than 50 ms.

const QUESTION_COUNT = 50_000
const THEME_COUNT = 300
const RUNS = 31
const FRAME_MS = 16
const LONG_TASK_MS = 50

const bank: Question[] = Array.from({ length: QUESTION_COUNT }, (_, index) => ({
  id: `q${index}`,
  question: `Pergunta ${index}?`,
  alternatives: ['a', 'b', 'c', 'd'],
  correct: index % 4,
  theme: `Tema ${index % THEME_COUNT}`,
}))
const stats = Object.fromEntries(
  bank.map(({ id }, index) => [id, { tries: (index * 7919) % 97, correct: (index * 104_729) % 53 }]),
)
const tallyOf = tallyLookup(indexTallies(stats), [{ questionId: 'q1', correct: true }])
const halfOfTheThemes = Array.from({ length: THEME_COUNT / 2 }, (_, index) => `Tema ${index * 2}`)

const interactions: [string, () => unknown][] = [
  ['themes to choose from', () => themeChoices(bank)],
  ['filter half of the themes', () => questionsIn(bank, { themes: halfOfTheThemes }, tallyOf)],
  ['only mistakes', () => questionsIn(bank, { themes: [], mistakesOnly: true }, tallyOf)],
  ['Aleatória', () => choose({ themes: [], mode: 'random' })],
  ['Menos respondida', () => choose({ themes: [], mode: 'least-answered' })],
  ['Menor acerto', () => choose({ themes: [], mode: 'lowest-hits' })],
  ['Menor acerto of new questions', () => choose({ themes: [], mode: 'lowest-hits' }, tallyLookup(new Map(), []))],
  ['filter, then Menor acerto', () => choose({ themes: halfOfTheThemes, mode: 'lowest-hits', mistakesOnly: true })],
  ['totals per theme', () => themeTotals(bank, tallyOf)],
]

console.log(`| operation, ${RUNS} runs | median | worst | limit |\n|---|---|---|---|`)
for (const [name, run] of interactions) {
  const durationsMs = Array.from({ length: RUNS }, () => measureMs(run))
  report(name, durationsMs, FRAME_MS)
}

const longestSlicesMs: number[] = []
for (let run = 0; run < RUNS; run += 1) longestSlicesMs.push(await measureLongestSliceMs(() => parseQuestions(bank)))
report('the bank checked, a slice', longestSlicesMs, LONG_TASK_MS)

function choose(selection: Selection, tallies = tallyOf): unknown {
  return chooseQuestions(bank, selection, tallies)
}

function report(name: string, durationsMs: number[], barMs: number): void {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  const medianMs = sorted[Math.floor(RUNS / 2)] ?? 0
  const isOver = medianMs > barMs
  const bar = `${barMs} ms${isOver ? ', **missed**' : ''}`
  console.log(`| ${name} | ${medianMs.toFixed(1)} ms | ${(sorted.at(-1) ?? 0).toFixed(1)} ms | ${bar} |`)
  if (isOver) process.exitCode = 1
}

function measureMs(run: () => unknown): number {
  const startMs = performance.now()
  run()
  return performance.now() - startMs
}

/** Returns the longest time in milliseconds that other tasks wait while `run` is in progress. */
async function measureLongestSliceMs(run: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let lastTurnMs = performance.now()
  const turn = () => {
    longestMs = Math.max(longestMs, performance.now() - lastTurnMs)
    lastTurnMs = performance.now()
    immediate = setImmediate(turn)
  }
  let immediate = setImmediate(turn)
  await run()
  clearImmediate(immediate)
  return longestMs
}
