import { loginText } from './login.ts'

// Portuguese messages for errors of the identity service. Errors with different remedies have different messages.

/** Messages that depend only on the kind of error. */
export const identityFailureText = {
  'wrong-credentials': 'E-mail ou senha incorretos.',
  'account-disabled': 'Esta conta está desativada.',
  'request-blocked': 'O servidor bloqueou este pedido. Tente de novo mais tarde, ou use outra rede.',
  'account-unconfirmed': 'Sua conta ainda não foi confirmada. Confirme-a com o código que você recebeu.',
  'account-confirmed': 'Esta conta já está confirmada. Entre com sua senha.',
  'address-taken': 'Este endereço já pertence a outra conta. Fale com o responsável pela sua conta.',
  'temporary-password-expired': 'Sua senha temporária venceu. Peça outra ao responsável pela sua conta.',
  'temporary-password-unused':
    'Sua conta ainda tem a senha temporária do convite. Entre com ela ou peça outra ao responsável pela sua conta.',
  'password-reset-required': 'Você precisa redefinir sua senha.',
  'too-many-attempts': 'Você atingiu o limite de tentativas. Espere alguns minutos e tente de novo.',
  'too-many-requests': 'Muitas tentativas ao mesmo tempo. Espere um pouco e tente de novo.',
  'wrong-code': 'Código incorreto. Confira e tente de novo.',
  'code-expired': 'Este código venceu. Peça outro ou comece de novo.',
  'code-refused': 'Código incorreto ou vencido. Confira ou peça outro.',
  'code-undeliverable': 'Não foi possível enviar o código. Tente mais tarde ou fale com o responsável pela sua conta.',
  'no-verified-address':
    'Esta conta não tem um endereço confirmado para receber o código. Se ela é nova, entre com sua senha para confirmá-la; senão, fale com o responsável pela sua conta.',
  'password-used-before': 'Você já usou esta senha. Escolha outra.',
  'password-as-answer': 'Isto é a sua senha, e ela não foi enviada. Responda apenas ao que foi perguntado.',
  'wrong-answer': 'Resposta incorreta. Tente de novo.',
  'answer-refused': 'A resposta não foi aceita. Comece de novo com e-mail e senha.',
  'invalid-email': 'Este endereço de e-mail não é válido. Confira e tente de novo.',
  'invalid-phone': 'Este número de telefone não é válido. Confira e tente de novo.',
  'invalid-input': 'O servidor não aceitou os dados. Confira e tente de novo.',
  'challenge-expired': 'O tempo para responder acabou. Comece de novo com e-mail e senha.',
  'password-wanted':
    'O serviço pediu sua senha de um jeito que este aplicativo não aceita, e ela não foi enviada. Fale com o responsável pela sua conta.',
  'flow-not-enabled': 'O serviço não aceita a forma de entrar deste aplicativo. Avise quem cuida do aplicativo.',
  'reply-unreadable': 'O servidor deu uma resposta que este aplicativo não entende. Tente de novo mais tarde.',
  'session-over': 'Sua sessão terminou. Entre de novo para continuar.',
  unreachable: loginText.unreachable,
  slow: 'O servidor demorou para responder. Tente de novo.',
  'storage-refused': 'Este navegador não permite guardar sua sessão. Libere o armazenamento de dados e tente de novo.',
  'proof-failed': 'A verificação segura da senha falhou. Tente de novo.',
  'passkey-unused': 'A chave de acesso não foi usada. Tente de novo ou escolha outra forma de entrar.',
}

/** Returns the text for a message that a Lambda trigger or a proxy wrote, or a general text if the message is empty. */
export const serviceMessage = (text: string): string =>
  text.trim() === ''
    ? 'O serviço da sua conta recusou o pedido sem dizer o motivo. Fale com o responsável pela sua conta.'
    : `Mensagem do serviço: ${text}`

/** Message for a failure without its own text. */
export const unknownFailure = (code: string): string => `Não foi possível entrar (${code}). Tente de novo mais tarde.`

/**
 * Units of a clock's drift. Singular forms are not needed, because a drift of less than two units is given in the next smaller
 * unit.
 */
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'dias'],
  [3600, 'horas'],
  [60, 'minutos'],
]

/** Describes a clock that is wrong by minutes or more. @param driftSeconds positive if the clock is ahead, negative if it is behind */
export function wrongClockText(driftSeconds: number): string {
  const amount = Math.abs(driftSeconds)
  const [seconds, unit] = UNITS.find(([length]) => amount >= 2 * length) ?? [60, 'minutos']
  const direction = driftSeconds > 0 ? 'adiantado' : 'atrasado'
  return `O relógio deste aparelho está ${Math.round(amount / seconds)} ${unit} ${direction}, e isso impede de entrar. Acerte a hora e tente de novo.`
}
