import type { Settings } from './settings.ts'

/** A mail as Cognito takes it: the body is HTML, `{username}` and `{####}` are its placeholders. */
type Mail = { emailSubject: string; emailBody: string }

// The user pool writes to students itself, so these Portuguese texts cannot stand with those of the app.

/** What a student gets when an administrator creates the account. The password ends its line, so that it can be copied. */
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

/** What a student gets who confirms an address or has forgotten the password. */
export function codeMail({ productName }: Settings): Mail {
  return {
    emailSubject: `Seu código do ${productName}`,
    emailBody: lines('Seu código: {####}', '', 'Se você não o pediu, ignore esta mensagem.'),
  }
}

function lines(...texts: readonly string[]): string {
  return texts.join('<br>')
}
