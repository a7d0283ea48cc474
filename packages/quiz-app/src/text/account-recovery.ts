// Portuguese texts of account recovery and confirmation.

export const recoveryText = {
  requestTitle: 'Esqueci minha senha',
  requestSteps: 'Digite o e-mail da sua conta. Você recebe um código para escolher uma nova senha.',
  requestSubmit: 'Enviar código',
  resetTitle: 'Escolha uma nova senha',
  requiredTitle: 'Você precisa redefinir sua senha',
  requiredSteps: 'Digite o código que você recebeu e escolha uma nova senha. Não recebeu nenhum? Peça outro.',
  codeMayBeSent: (destination: string) =>
    `Se houver uma conta com esse endereço, o código chega em ${destination} em poucos minutos. Confira também o spam.`,
  resetSubmit: 'Salvar e entrar',
  confirmTitle: 'Confirme sua conta',
  confirmSteps: 'Digite o código que você recebeu quando sua conta foi criada. Não recebeu nenhum? Peça outro.',
  codeSent: (destination: string) => `Enviamos um código para ${destination}. Confira também o spam.`,
  confirmSubmit: 'Confirmar e entrar',
  resend: 'Enviar outro código',
  sending: 'Enviando…',
  back: 'Voltar ao login',
}
