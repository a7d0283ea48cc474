/** Every Portuguese text of the app. Texts of the specification stand letter for letter. */

const number = new Intl.NumberFormat('pt-BR')
const timeOfDay = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

/** One form for 1, another for every other count. */
function count(amount: number, one: string, many: string): string {
  return `${number.format(amount)} ${amount === 1 ? one : many}`
}

export const commonText = {
  home: 'Home',
  logout: 'Logout',
  retry: 'Tentar de novo',
  loading: 'Carregando...',
  noTheme: 'Sem matéria',
  backHome: 'Voltar ao início',
  themeSwitch: { name: 'Aparência', system: 'do sistema', light: 'clara', dark: 'escura' },
  storageRefused:
    'Este navegador não permite guardar dados. Suas respostas valem, mas não feche a página antes de aparecer "Sincronizado".',
  crashed: 'Algo deu errado nesta página. Suas respostas estão guardadas.',
  reload: 'Recarregar a página',
  badConfiguration: 'O aplicativo está mal configurado e não pode abrir. Avise quem cuida dele.',
}

export const loginText = {
  title: 'Login',
  email: 'Email',
  emailSample: 'maria@exemplo.com',
  password: 'Senha',
  passwordHint: 'Mínimo de 8 caracteres',
  submit: 'Logar',
  signedOut: {
    'sync-failed':
      'Não conseguimos enviar suas respostas ao servidor e encerramos a sessão. Suas respostas estão guardadas e serão enviadas quando você entrar de novo.',
    'stats-failed':
      'Não conseguimos ler suas estatísticas e encerramos a sessão. Suas respostas estão guardadas. Entre de novo para continuar.',
    'session-ended': 'Sua sessão terminou. Suas respostas estão guardadas. Entre de novo para continuar.',
  },
}

/** Names of the ways to prove who one is, as the service calls them. */
const FACTORS: Record<string, string> = {
  SMS_MFA: 'Código por SMS',
  SMS_OTP: 'Código por SMS',
  EMAIL_OTP: 'Código por e-mail',
  EMAIL_MFA: 'Código por e-mail',
  SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
  PASSWORD: 'Senha',
  PASSWORD_SRP: 'Senha',
  WEB_AUTHN: 'Chave de acesso',
}

export const challengeText = {
  continue: 'Continuar',
  startAgain: 'Começar de novo',
  code: 'Código',
  codeTitle: 'Confirme que é você',
  codeSent: (destination: string) => `Enviamos um código para ${destination}.`,
  codeFromApp: 'Digite o código de seis dígitos do seu aplicativo autenticador.',
  codeWithoutDestination: 'Digite o código que enviamos para você.',
  choiceTitle: 'Como você quer confirmar que é você?',
  factor: (name: string) => (Object.hasOwn(FACTORS, name) ? (FACTORS[name] ?? name) : name),
  setupTitle: 'Proteja sua conta',
  setupSteps:
    'Abra um aplicativo autenticador, leia o código QR ou digite a chave e informe o código de seis dígitos que aparecer.',
  setupQr: 'Código QR para o aplicativo autenticador',
  setupSecret: 'Chave',
  setupByEmail: 'Receber códigos por e-mail',
  setupByApp: 'Usar aplicativo autenticador',
  setupEmail: 'E-mail para receber códigos',
  setupImpossible: 'Sua conta pede uma proteção que não pode ser ativada aqui. Fale com quem cuida da sua conta.',
  newPasswordTitle: 'Escolha uma nova senha',
  newPassword: 'Nova senha',
  attribute: (name: string) => (Object.hasOwn(ATTRIBUTES, name) ? (ATTRIBUTES[name] ?? name) : name),
  passwordTitle: 'Digite sua senha',
  passkeyTitle: 'Use sua chave de acesso',
  passkeySteps: 'Seu navegador vai pedir a digital, o rosto ou o PIN deste aparelho.',
  passkey: 'Usar chave de acesso',
  customTitle: 'Responda para continuar',
  customAnswer: 'Resposta',
  unknownTitle: 'Mais uma etapa',
  unknown: 'Sua conta pede uma etapa que este aplicativo não conhece. Fale com quem cuida da sua conta.',
  consentTitle: 'Lembrar deste aparelho?',
  consent: 'Nos próximos acessos por este aparelho, a confirmação extra não será pedida.',
  remember: 'Lembrar deste aparelho',
  doNotRemember: 'Não lembrar',
}

/** Standard attributes that a pool may require with a new password. */
const ATTRIBUTES: Record<string, string> = {
  name: 'Nome completo',
  given_name: 'Nome',
  family_name: 'Sobrenome',
  preferred_username: 'Nome de usuário',
  email: 'E-mail',
  phone_number: 'Telefone (com +55)',
  birthdate: 'Data de nascimento (AAAA-MM-DD)',
}

export const homeText = {
  title: 'O que vamos revisar hoje?',
  themes: 'Todas matérias',
  themesPlaceholder: 'Selecione...',
  chosen: (amount: number) => count(amount, 'questão nesta escolha', 'questões nesta escolha'),
  clearThemes: 'Limpar seleção',
  removeTheme: (theme: string) => `Remover ${theme}`,
  random: 'Aleatória',
  leastAnswered: 'Menos respondida',
  lowestHits: 'Menor acerto',
  stats: 'Estatística',
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
  verdictWrong: (letter: string) => `Incorreta. A correta é ${letter}`,
  nothingFound: 'Nenhuma questão foi encontrada para esta escolha.',
  answerRefused:
    'Não foi possível guardar sua resposta neste aparelho, por isso ela não foi contada. Libere espaço e tente de novo.',
  summaryTitle: 'Fim desta revisão',
  summary: (correct: number, answered: number) =>
    `Você acertou ${number.format(correct)} de ${count(answered, 'questão respondida', 'questões respondidas')}.`,
  unanswered: (amount: number) => count(amount, 'questão ficou sem resposta.', 'questões ficaram sem resposta.'),
  review: 'Rever erros',
  help: 'Atalhos do teclado',
  helpKeys: [
    ['1–9 ou A–I', 'escolher uma alternativa'],
    ['←', 'questão anterior'],
    ['→', 'próxima questão'],
    ['?', 'mostrar esta ajuda'],
  ],
  helpSwitch: 'Usar atalhos do teclado',
  close: 'Fechar',
}

export const syncText = {
  synced: 'Sincronizado',
  pending: (amount: number) => `${count(amount, 'resposta', 'respostas')} por enviar`,
  lastSync: (atMs: number) => {
    const time = `às ${timeOfDay.format(atMs)}`
    return { time, tooltip: `Última sincronização ${time}` }
  },
}

export const statsText = {
  title: 'Seu desempenho',
  loading: 'Carregando estatísticas...',
  empty: 'Você ainda não respondeu nenhuma questão. Escolha uma ordem na página inicial e responda à primeira.',
  hint: 'Escolha uma matéria para praticar, começando pelas questões com menos acertos.',
  hits: (correct: number) => `${correct} acertos`,
  hitsInTries: 'em',
  tries: (tries: number) => number.format(tries),
  chart: (theme: string, percent: number, correct: number, tries: number) =>
    `${theme}: ${percent}%, ${correct} acertos em ${count(tries, 'tentativa', 'tentativas')}`,
  exportCsv: 'Exportar CSV',
  exportJson: 'Exportar JSON',
  exportFile: 'revisa-desempenho',
  exportColumns: ['questão', 'matéria', 'tentativas', 'acertos', 'porcentagem'] as const,
}

export const notFoundText = { title: 'Página não encontrada', back: 'Ir para o início' }

/** Failed steps of a sign-in, by what a person can do about them. */
export const signInFailureText = {
  'wrong-credentials': 'E-mail ou senha incorretos.',
  'account-disabled': 'Esta conta está desativada.',
  'account-unconfirmed': 'Sua conta ainda não foi confirmada. Confirme-a com o código que você recebeu.',
  'temporary-password-expired': 'Sua senha temporária expirou. Peça uma nova a quem cuida da sua conta.',
  'password-reset-required': 'Sua senha precisa ser redefinida antes de entrar.',
  'too-many-attempts': 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.',
  'too-many-requests': 'Muitas tentativas ao mesmo tempo. Espere um pouco e tente de novo.',
  'wrong-code': 'Código incorreto. Confira e tente de novo.',
  'code-expired': 'Este código expirou. Comece de novo para receber outro.',
  'weak-password': 'A nova senha não atende às regras: use letras maiúsculas e minúsculas, números e símbolos.',
  'password-used-before': 'Você já usou esta senha. Escolha outra.',
  'invalid-input': 'O servidor não aceitou os dados. Confira e tente de novo.',
  'challenge-expired': 'O tempo para responder acabou. Comece de novo com e-mail e senha.',
  unreachable: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  slow: 'O servidor demorou para responder. Tente de novo.',
  'storage-refused': 'Este navegador não permite guardar sua sessão. Libere o armazenamento de dados e tente de novo.',
  'proof-failed': 'A verificação segura da senha falhou. Tente de novo.',
  'passkey-unused': 'A chave de acesso não foi usada. Tente de novo ou escolha outra forma de entrar.',
  unknown: (code: string) => `Não foi possível entrar (${code}). Tente de novo mais tarde.`,
}
