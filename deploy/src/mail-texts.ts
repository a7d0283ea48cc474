import type { Settings } from './settings.ts'

/** A mail as Cognito takes it; `{username}` and `{####}` are its placeholders. */
type Mail = { emailSubject: string; emailBody: string }

// The user pool writes to students itself, so these Portuguese texts cannot stand with those of the app.

/** What a student gets when an administrator creates the account. */
export function invitationMail({ productName, customDomain }: Settings): Mail {
  const address = customDomain === undefined ? '' : ` Entre em https://${customDomain.name}.`
  return {
    emailSubject: `Seu acesso ao ${productName}`,
    emailBody: `Olá! Sua conta {username} foi criada. Senha provisória, válida por 7 dias: {####}${address}`,
  }
}

/** What a student gets who confirms an address or has forgotten the password. */
export function codeMail({ productName }: Settings): Mail {
  return {
    emailSubject: `Seu código do ${productName}`,
    emailBody: 'Seu código é {####}. Se você não o pediu, ignore esta mensagem.',
  }
}
