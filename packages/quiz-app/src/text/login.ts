// Portuguese texts of the login form. Texts from the specification are copied verbatim.

function unsent(amount: number): string {
  return amount === 1 ? 'Uma resposta não enviada' : `${amount} respostas não enviadas`
}

export const loginText = {
  title: 'Login',
  email: 'Email',
  emailSample: 'maria@exemplo.com',
  password: 'Senha',
  passwordHint: 'Mínimo de 8 caracteres',
  submit: 'Logar',
  signingIn: 'Entrando…',
  unreachable: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  forgotPassword: 'Esqueci minha senha',
  notice: {
    'password-changed': 'Sua nova senha já vale. Entre com ela.',
    'account-confirmed': 'Sua conta está confirmada. Entre com sua senha.',
  },
  kept: {
    none: 'Você saiu. Suas respostas foram enviadas. As revisões em aberto foram encerradas, e nada do seu estudo ficou neste aparelho.',
    device: (amount: number) =>
      `Você saiu. ${unsent(amount)} e as revisões em aberto continuam guardadas neste aparelho. O envio acontece quando você entrar de novo.`,
    page: (amount: number) =>
      `Você saiu. ${unsent(amount)} e as revisões em aberto continuam guardadas só até esta página ser fechada. O envio acontece quando você entrar de novo.`,
  },
  signedOut: {
    'sync-failed':
      'Não conseguimos enviar suas respostas ao servidor e encerramos a sessão. Suas respostas estão guardadas e serão enviadas quando você entrar de novo.',
    'stats-failed':
      'Não conseguimos ler suas estatísticas e encerramos a sessão. Suas respostas estão guardadas. Entre de novo para continuar.',
    'session-ended': 'Sua sessão terminou. Suas respostas estão guardadas. Entre de novo para continuar.',
    'signed-out-everywhere': 'Você saiu de todos os aparelhos. Respostas ainda não enviadas estão guardadas.',
    'account-deleted': 'Sua conta e seus dados foram apagados.',
    'account-emptied':
      'Sua conta foi apagada e suas estatísticas foram zeradas. O servidor pode guardar um registro vazio, com o identificador da conta.',
  },
}
