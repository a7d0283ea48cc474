/** Content to try the widgets with: a developer's page, no text that a student reads. */
export const SAMPLE_THEMES = [
  'Biologia',
  'Filosofia',
  'Física',
  'Geografia',
  'História do Brasil',
  'História Geral',
  'Inglês',
  'Literatura',
  'Matemática',
  'Português',
  'Química',
  'Sociologia',
] as const

export const SAMPLE_QUESTION =
  'Uma estudante deixa cair, da mesma altura e no mesmo instante, uma esfera de aço e uma de madeira de igual tamanho. Desprezada a resistência do ar, o que se observa?'

export const SAMPLE_ALTERNATIVES = [
  { text: 'As duas chegam ao solo no mesmo instante.', state: 'correct-chosen', stateText: 'Sua resposta, correta' },
  { text: 'A de aço chega primeiro, porque pesa mais.', state: 'wrong-chosen', stateText: 'Sua resposta, incorreta' },
  { text: 'As duas chegam ao solo no mesmo instante.', state: 'correct', stateText: 'Correta' },
  {
    text: 'A de madeira chega primeiro, porque a sua densidade menor diminui a inércia e, com ela, o tempo necessário para que a velocidade aumente até o valor final.',
    state: 'wrong',
    stateText: 'Incorreta',
  },
] as const

export const SAMPLE_CHARTS = [
  { name: 'Matemática', percent: 67, correct: 20, tries: 30 },
  { name: 'História do Brasil', percent: 100, correct: 4, tries: 4 },
  { name: 'Química', percent: 0, correct: 0, tries: 7 },
  { name: 'Direito Processual Civil e Juizados Especiais', percent: 3, correct: 41, tries: 1284 },
] as const
