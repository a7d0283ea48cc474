import { commonText } from './common.ts'

// Portuguese texts of the screens of a signed-in user. Texts from the specification are copied verbatim.

const number = new Intl.NumberFormat('pt-BR')
const list = new Intl.ListFormat('pt-BR')
const timeOfDay = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

const dayAndTime = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the singular form for 1 and the plural form for any other count. */
function count(amount: number, one: string, many: string): string {
  return `${number.format(amount)} ${amount === 1 ? one : many}`
}

function runThemes([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'Todas as matérias'
  const [second] = others
  const rest = others.length > 1 ? `mais ${others.length}` : second
  return [first, rest]
    .filter((part) => part !== undefined)
    .map((part) => part || commonText.noTheme)
    .join(' e ')
}

/** Maximum number of ids that a message lists. The message shows only the number of the other ids. */
const MAX_NAMED_IDS = 5

function idList(ids: readonly string[]): string {
  const named = ids.slice(0, MAX_NAMED_IDS)
  const rest = ids.length - named.length
  return list.format(rest === 0 ? named : [...named, `mais ${number.format(rest)}`])
}

export const homeText = {
  title: 'O que vamos revisar hoje?',
  themes: 'Todas matérias',
  themesPlaceholder: 'Selecione...',
  themesLoading: 'Carregando matérias...',
  chosen: (amount: number) => count(amount, 'questão nesta escolha', 'questões nesta escolha'),
  chosenThemes: (amount: number) => count(amount, 'matéria', 'matérias'),
  clearThemes: 'Limpar seleção',
  removeTheme: (theme: string) => `Remover ${theme}`,
  openRuns: 'Continue de onde parou',
  continueRun: (answered: number, total: number) => `Continuar (${number.format(answered)} de ${number.format(total)})`,
  aboutRun: (themes: readonly string[], atMs: number) =>
    `${runThemes(themes)} · ${dayAndTime.format(atMs).replace(' ', '\u00a0')}`,
  mistakes: (amount: number) => (amount === 0 ? 'nenhuma ainda' : count(amount, 'questão', 'questões')),
  runLength: 'Questões por revisão',
  allQuestions: 'Todas',
  start: 'Escolha a ordem e comece',
  questionsLoading: 'As questões estão carregando.',
  runSize: (amount: number) => `A revisão terá ${count(amount, 'questão', 'questões')}.`,
  random: 'Aleatória',
  leastAnswered: 'Menos respondida',
  lowestHits: 'Menor acerto',
  stats: 'Estatística',
  skipped: (amount: number) =>
    count(amount, 'questão não pôde ser lida e ficou de fora.', 'questões não puderam ser lidas e ficaram de fora.'),
  bankFailed: 'Não foi possível carregar as questões.',
}

export const quizText = {
  title: 'Questões',
  loading: 'Carregando questões...',
  previous: 'Anterior',
  next: 'Próxima',
  progress: 'Progresso',
  position: (place: number, total: number) => `Questão ${number.format(place)} de ${number.format(total)}`,
  chip: (id: string, theme: string) => `${id} - ${theme || commonText.noTheme}`,
  right: 'Correta',
  wrongChoice: 'Sua resposta, incorreta',
  verdictRight: 'Resposta correta',
  verdictWrong: (letter: string) => `Incorreta. Resposta correta: ${letter}`,
  nothingFound: 'Nenhuma questão foi encontrada para esta escolha.',
  answersRefused: (ids: readonly string[]) =>
    ids.length === 1
      ? `Não foi possível guardar sua resposta à questão ${ids[0]} neste aparelho, por isso ela não foi contada. Libere espaço e tente de novo.`
      : `Não foi possível guardar suas respostas às questões ${idList(ids)} neste aparelho, por isso elas não foram contadas. Libere espaço e tente de novo.`,
  wrong: 'Incorreta',
  changed: 'Esta questão mudou depois da sua resposta. As alternativas aparecem como você as viu.',
  explanation: 'Explicação',
  report: 'Reportar erro',
  reportSubject: (id: string) => `Erro na questão ${id}`,
  reportBody: (id: string, question: string) => `Questão: ${id}\n\n${question}\n\nO que está errado:\n`,
  earlierKept: (answered: number, total: number) =>
    `Revisão anterior (${number.format(answered)} de ${number.format(total)}) guardada na Home.`,
  answeredElsewhere: (id?: string) =>
    `Você já tinha respondido a ${id === undefined ? 'esta questão' : `uma questão (${id})`} em outra aba. Vale a primeira resposta.`,
  lastUnanswered: 'Esta é a última questão. Responda a ela, ou encerre para ver o resultado.',
  end: 'Encerrar',
  seeResult: 'Ver resultado',
  summaryTitle: 'Fim desta revisão',
  score: (correct: number, answered: number, percent: number) =>
    `${number.format(correct)} de ${count(answered, 'certa', 'certas')}, ${percent}%`,
  noneAnswered: 'Você não respondeu a nenhuma questão.',
  noMistakes: 'Nenhum erro. Parabéns!',
  unanswered: (amount: number) => count(amount, 'questão ficou sem resposta.', 'questões ficaram sem resposta.'),
  mistakes: (amount: number) => (amount === 1 ? 'Seu erro' : `Seus ${number.format(amount)} erros`),
  moreMistakes: (amount: number) => `Mostrar mais ${number.format(amount)}`,
  yourAnswer: 'Sua resposta',
  rightAnswer: 'Resposta certa',
  review: 'Rever erros',
  newRun: 'Nova revisão',
  backToQuestions: 'Voltar às questões',
  help: 'Atalhos do teclado',
  helpKeys: [
    ['1–9 ou A–I', 'escolher uma alternativa'],
    ['←', 'questão anterior'],
    ['→', 'próxima questão'],
    ['Enter', 'seguir em frente depois da resposta'],
    ['?', 'mostrar esta ajuda'],
  ],
  helpSwitch: 'Usar atalhos do teclado',
  close: 'Fechar',
}

/** Warnings that answers are kept only until the page closes. */
export const storageText = {
  refused:
    'Este navegador não permite guardar dados. Suas respostas valem, mas não feche a página antes de aparecer “Sincronizado”.',
  outdated:
    'Há uma versão mais nova deste aplicativo aberta em outra aba. Recarregue a página assim que aparecer “Sincronizado”: suas respostas valem até lá.',
}

export const syncText = {
  synced: 'Sincronizado',
  pending: (amount: number) => `${count(amount, 'resposta', 'respostas')} por enviar`,
  storing: '(guardando…)',
  lastSync: (atMs: number) => {
    const time = `às ${timeOfDay.format(atMs)}`
    return { time, tooltip: `Última sincronização ${time}` }
  },
}

export const statsText = {
  title: 'Seu desempenho',
  loading: 'Carregando estatísticas...',
  empty: 'Você ainda não respondeu a nenhuma questão. Escolha uma ordem na página inicial e responda à primeira.',
  choose: 'Escolher o que revisar',
  total: ({ tries, correct, seen, questions }: { tries: number; correct: number; seen: number; questions: number }) =>
    `Você acertou ${number.format(correct)} de ${count(tries, 'resposta', 'respostas')} e já viu ${number.format(seen)} de ${count(questions, 'questão', 'questões')}.`,
  hint: 'Escolha uma matéria para praticar, começando pelas questões com menos acertos.',
  hits: (correct: number) => `${correct} acertos`,
  hitsInTries: 'em',
  tries: (tries: number) => number.format(tries),
  chart: (theme: string, percent: number, correct: number, tries: number) =>
    `${theme}: ${percent}%, ${correct} acertos em ${count(tries, 'tentativa', 'tentativas')}`,
  coverage: (seen: number, questions: number) => `${number.format(seen)} de ${number.format(questions)} vistas`,
  exportCsv: 'Exportar CSV',
  exportJson: 'Exportar JSON',
  exportFile: 'revisa-desempenho',
  exportColumns: ['questão', 'matéria', 'tentativas', 'acertos', 'porcentagem'] as const,
}

/** Texts of the account button in the header of /home and of its dialog's frame; the dialog's content is in `account.ts`. */
export const accountDialogText = {
  title: 'Minha conta',
  close: 'Fechar',
  loadFailed: 'Não foi possível abrir sua conta. Verifique sua internet e tente de novo.',
}
