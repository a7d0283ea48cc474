import { quizText } from '../../text/study.ts'

/** Some mail programs refuse longer addresses. */
const MAX_QUESTION_LENGTH = 1000

/** The address that opens a mail about a question, with its id and its text (RFC 6068). */
export function reportAddress(email: string, { id, question }: { id: string; question: string }): string {
  const text = question.length > MAX_QUESTION_LENGTH ? `${question.slice(0, MAX_QUESTION_LENGTH)}…` : question
  const body = quizText.reportBody(id, text).replaceAll(/\r?\n/g, '\r\n')
  const recipient = encode(email).replace('%40', '@')
  return `mailto:${recipient}?subject=${encode(quizText.reportSubject(id))}&body=${encode(body)}`
}

/** Half a character, which cutting leaves and a bank may hold, cannot stand in an address. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))
}
