import { expect, test } from 'vitest'

import { reportAddress } from './report.ts'

test('a report is an e-mail with the question’s id and text', () => {
  const address = new URL(reportAddress('erros+app@escola.br', { id: 'bio-001', question: 'Quê?\n50 & mais #1' }))
  expect(address.protocol).toBe('mailto:')
  expect(address.pathname).toBe('erros%2Bapp@escola.br')
  expect(address.searchParams.get('subject')).toBe('Erro na questão bio-001')
  expect(address.searchParams.get('body')).toBe(
    'Questão: bio-001\r\n\r\nQuê?\r\n50 & mais #1\r\n\r\nO que está errado:\r\n',
  )
})

test('a long question is truncated without splitting an encoded character of the address', () => {
  const address = reportAddress('erros@escola.br', { id: 'q', question: `${'á'.repeat(999)}🎓${'b'.repeat(5000)}` })
  expect(address.length).toBeLessThan(8000)
  expect(decodeURIComponent(address)).toContain('á…')
})
