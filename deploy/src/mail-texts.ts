import type { Settings } from './settings.ts'

/** An e-mail in Cognito's format. The body is HTML, with the placeholders `{username}` and `{####}`. */
type Mail = { emailSubject: string; emailBody: string }

// The user pool itself sends these e-mails to students, so their Portuguese texts cannot be among the app's texts.

/**
 * E-mail for a new account that an administrator created. The password is at the end of its line, so that it is easy to
 * copy.
 */
export function invitationMail({ productName, customDomain }: Settings): Mail {
  const address = customDomain === undefined ? 'Entre' : `Entre em https://${customDomain.name}`
  return {
    emailSubject: `Seu acesso ao ${productName}`,
    emailBody: lines(
      'Olá! Sua conta foi criada.',
      '',
      'Conta: {username}',
      'Senha temporária: {####}',
      '',
      `${address} com ela e escolha a sua própria senha. A temporária vale por 7 dias.`,
    ),
  }
}

/** E-mail with a code to confirm an address or to reset a forgotten password. */
export function codeMail({ productName }: Settings): Mail {
  return {
    emailSubject: `Seu código do ${productName}`,
    emailBody: lines('Seu código: {####}', '', 'Se você não o pediu, ignore esta mensagem.'),
  }
}

function lines(...texts: readonly string[]): string {
  return texts.join('<br>')
}
