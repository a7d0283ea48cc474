import { quizText } from '../../text/study.ts'

/** Maximum length of the question's text in a report, because some mail programs reject long mailto addresses. */
const MAX_QUESTION_LENGTH = 1000

/** Returns a mailto address with the id and text of a question (RFC 6068). */
export function reportAddress(email: string, { id, question }: { id: string; question: string }): string {
  const text = question.length > MAX_QUESTION_LENGTH ? `${question.slice(0, MAX_QUESTION_LENGTH)}…` : question
  const body = quizText.reportBody(id, text).replaceAll(/\r?\n/g, '\r\n')
  const recipient = encode(email).replace('%40', '@')
  return `mailto:${recipient}?subject=${encode(quizText.reportSubject(id))}&body=${encode(body)}`
}

/** Encodes a text for an address and drops lone surrogates, which can come from the truncation or from the bank. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))
}
