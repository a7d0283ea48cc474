// What the login form and its notification say, in Portuguese. Texts of the specification stand letter for letter.

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
