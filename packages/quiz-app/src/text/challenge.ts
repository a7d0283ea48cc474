// Portuguese texts of the challenges that a user pool may send after the login form.

import { ownValue } from '../own-value.ts'

/** Portuguese names of the authentication factors, by the service's names. */
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
  factor: (name: string) => ownValue(FACTORS, name) ?? name,
  setupTitle: 'Proteja sua conta',
  setupSteps:
    'Abra um aplicativo autenticador, leia o código QR ou digite a chave e informe o código de seis dígitos que aparecer.',
  setupQr: 'Código QR para o aplicativo autenticador',
  setupSecret: 'Chave',
  setupByEmail: 'Receber códigos por e-mail',
  setupByApp: 'Usar aplicativo autenticador',
  setupEmail: 'E-mail para receber códigos',
  setupImpossible: 'Sua conta pede uma proteção que não pode ser ativada aqui. Fale com o responsável pela sua conta.',
  newPasswordTitle: 'Escolha uma nova senha',
  newPassword: 'Nova senha',
  attribute: (name: string) => ownValue(ATTRIBUTES, name) ?? name,
  passwordTitle: 'Digite sua senha',
  passkeyTitle: 'Use sua chave de acesso',
  passkeySteps: 'Seu navegador vai pedir a digital, o rosto ou o PIN deste aparelho.',
  passkey: 'Usar chave de acesso',
  customTitle: 'Responda para continuar',
  poolAsks: 'O serviço da sua conta pergunta:',
  customAnswer: 'Resposta',
  customAnswerHint: 'Não digite sua senha aqui.',
  unknownTitle: 'Mais uma etapa',
  unknown: 'Sua conta pede uma etapa que este aplicativo não conhece. Fale com o responsável pela sua conta.',
  consentTitle: 'Lembrar este aparelho?',
  consent: 'Nos próximos acessos por este aparelho, a confirmação extra não será pedida.',
  remember: 'Lembrar este aparelho',
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
