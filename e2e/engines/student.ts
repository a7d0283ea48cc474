import type { Question } from '../student.ts'
import { SEED_BANK } from '../student.ts'
import type { Account } from '../user-pool.ts'
import { until, type Screen } from './screen.ts'

// Actions of a student in any engine.

const HEADER_WORDS = 'document.querySelector("header").textContent'
const CHIP = /^\S+ - .+$/
const questions = new Map(SEED_BANK.map((question) => [question.id, question]))

export async function signIn(screen: Screen, { email, password }: Account): Promise<void> {
  await screen.fill('Email', email)
  await screen.fill('Senha', password)
  await screen.press({ role: 'button', name: 'Logar' })
}

/** Signs in and waits for the home screen. */
export async function goHome(screen: Screen, account: Account): Promise<void> {
  await signIn(screen, account)
  await screen.path('/home')
  await screen.see({ role: 'combobox' })
}

export async function answerWith(screen: Screen, label: string, text: string): Promise<void> {
  await screen.fill(label, text)
  await screen.press({ role: 'button', name: 'Continuar' })
}

export async function startQuiz(screen: Screen, order: string): Promise<Question> {
  await screen.press({ role: 'button', name: order })
  await screen.path('/quiz')
  return currentQuestion(screen)
}

/** Returns the question on the screen, identified by its chip. */
export async function currentQuestion(screen: Screen): Promise<Question> {
  const { name } = await screen.see({ role: 'text', name: CHIP, within: 'main' })
  const question = questions.get(name.split(' - ')[0] ?? '')
  if (!question) throw new Error(`The bank has no question for the chip "${name}".`)
  return question
}

/** Returns the button of an alternative. */
export function alternative(question: Question, index: number) {
  const text = question.alternatives[index] ?? ''
  return {
    role: 'button',
    name: new RegExp(
      `^${escapePattern(text.replaceAll(/\s+/g, ' ').trim())}( (Correta|Sua resposta, incorreta|Incorreta))?$`,
    ),
    within: 'main',
  } as const
}

/** Answers the question and waits until the answer is locked and stored. */
export async function answer(screen: Screen, right: boolean): Promise<Question> {
  const question = await currentQuestion(screen)
  const choice = right ? question.correct : (question.correct + 1) % question.alternatives.length
  await screen.press(alternative(question, choice))
  await screen.see(alternative(question, choice), ({ isEnabled }) => !isEnabled)
  await until(async () => !String(await screen.tab.evaluate(HEADER_WORDS)).includes('guardando'))
  return question
}

export async function nextQuestion(screen: Screen): Promise<Question> {
  const before = await currentQuestion(screen)
  await screen.press({ role: 'button', name: 'Próxima' })
  await screen.missesFor({ role: 'text', name: new RegExp(`^${before.id} - `), within: 'main' })
  return currentQuestion(screen)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
