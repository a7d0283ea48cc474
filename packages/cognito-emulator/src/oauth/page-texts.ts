/** Languages of the pages. */
export type Language = 'en' | 'pt-BR'

/** Texts of the pages. Error messages come from the service, and `errors` translates the common messages. */
export type Texts = {
  footer: string
  signIn: {
    title: string
    submit: string
    forgot: string
    signUp: string
    continueWith: (provider: string) => string
  }
  username: string
  /** Label of the user name if users can sign in with an e-mail address or a phone number. */
  address: string
  attributes: Record<string, string>
  password: string
  newPassword: string
  code: string
  continue: string
  back: string
  codeSentTo: (destination: string) => string
  smsCode: string
  emailCode: string
  appCode: { title: string; lead: string }
  choice: { title: string; label: string }
  mfaTypes: Record<string, string>
  newPasswordRequired: { title: string; lead: string }
  setUpApp: { title: string; lead: string; secret: string }
  setUpEmail: { title: string; lead: string; email: string }
  setUpChoice: { title: string; label: string }
  signUp: { title: string; submit: string; signIn: string }
  confirm: { title: string; lead: string; resend: string; done: string; sent: string }
  forgot: { title: string; lead: string; submit: string }
  reset: { title: string; lead: string; submit: string; done: string }
  error: { title: string }
  expired: string
  errors: ReadonlyMap<string, string>
}

const english: Texts = {
  footer: 'Local user pool, for development and tests.',
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
    continueWith: (provider) => `Continue with ${provider}`,
  },
  username: 'User name',
  address: 'E-mail address or phone number',
  attributes: {
    email: 'E-mail address',
    phone_number: 'Phone number',
    name: 'Name',
    given_name: 'First name',
    family_name: 'Last name',
  },
  password: 'Password',
  newPassword: 'New password',
  code: 'Code',
  continue: 'Continue',
  back: 'Back to sign-in',
  codeSentTo: (destination) => `A code was sent to ${destination}.`,
  smsCode: 'Enter the code from your phone',
  emailCode: 'Enter the code from your e-mail',
  appCode: {
    title: 'Enter the code from your app',
    lead: 'Open your authenticator app and enter the six digits it shows.',
  },
  choice: { title: 'Choose how to confirm', label: 'Confirm with' },
  mfaTypes: { SMS_MFA: 'A text message', SOFTWARE_TOKEN_MFA: 'An authenticator app', EMAIL_OTP: 'An e-mail message' },
  newPasswordRequired: { title: 'Choose a new password', lead: 'Your password was temporary.' },
  setUpApp: {
    title: 'Set up an authenticator app',
    lead: 'Add an account to your authenticator app, then enter the six digits it shows.',
    secret: 'Key for the app:',
  },
  setUpEmail: {
    title: 'Set up codes by e-mail',
    lead: 'A code will be sent to this address.',
    email: 'E-mail address',
  },
  setUpChoice: { title: 'Set up a second factor', label: 'Confirm sign-ins with' },
  signUp: { title: 'Create an account', submit: 'Create account', signIn: 'I have an account' },
  confirm: {
    title: 'Confirm your account',
    lead: 'Enter the code that was sent to you.',
    resend: 'Send another code',
    done: 'Your account is confirmed. Sign in to continue.',
    sent: 'Another code was sent.',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter your user name. If the account exists, a code will be sent.',
    submit: 'Send the code',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'Enter the code that was sent to you, and the password you want.',
    submit: 'Change password',
    done: 'Your password was changed. Sign in with the new password.',
  },
  error: { title: 'An error was encountered' },
  expired: 'The sign-in took too long. Sign in again.',
  errors: new Map(),
}

const portuguese: Texts = {
  footer: 'Grupo de usuários local, para desenvolvimento e testes.',
  signIn: {
    title: 'Entrar',
    submit: 'Entrar',
    forgot: 'Esqueceu a senha?',
    signUp: 'Criar uma conta',
    continueWith: (provider) => `Continuar com ${provider}`,
  },
  username: 'Nome de usuário',
  address: 'E-mail ou telefone',
  attributes: {
    email: 'E-mail',
    phone_number: 'Telefone',
    name: 'Nome',
    given_name: 'Nome',
    family_name: 'Sobrenome',
  },
  password: 'Senha',
  newPassword: 'Nova senha',
  code: 'Código',
  continue: 'Continuar',
  back: 'Voltar para o login',
  codeSentTo: (destination) => `Um código foi enviado para ${destination}.`,
  smsCode: 'Digite o código do seu celular',
  emailCode: 'Digite o código do seu e-mail',
  appCode: {
    title: 'Digite o código do seu aplicativo',
    lead: 'Abra o aplicativo autenticador e digite os seis números que ele mostra.',
  },
  choice: { title: 'Escolha como confirmar', label: 'Confirmar por' },
  mfaTypes: { SMS_MFA: 'Mensagem de texto', SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador', EMAIL_OTP: 'E-mail' },
  newPasswordRequired: { title: 'Escolha uma nova senha', lead: 'A sua senha era temporária.' },
  setUpApp: {
    title: 'Configure um aplicativo autenticador',
    lead: 'Adicione uma conta ao aplicativo e digite os seis números que ele mostra.',
    secret: 'Chave para o aplicativo:',
  },
  setUpEmail: {
    title: 'Configure códigos por e-mail',
    lead: 'Um código será enviado para este endereço.',
    email: 'Endereço de e-mail',
  },
  setUpChoice: { title: 'Configure um segundo fator', label: 'Confirmar entradas por' },
  signUp: { title: 'Criar uma conta', submit: 'Criar conta', signIn: 'Já tenho conta' },
  confirm: {
    title: 'Confirme a sua conta',
    lead: 'Digite o código que você recebeu.',
    resend: 'Enviar outro código',
    done: 'A conta está confirmada. Entre para continuar.',
    sent: 'Outro código foi enviado.',
  },
  forgot: {
    title: 'Esqueceu a senha?',
    lead: 'Digite o seu nome de usuário. Se essa conta existir, um código será enviado.',
    submit: 'Enviar o código',
  },
  reset: {
    title: 'Escolha uma nova senha',
    lead: 'Digite o código que você recebeu e a senha que deseja.',
    submit: 'Trocar a senha',
    done: 'A senha foi trocada. Entre com ela.',
  },
  error: { title: 'Ocorreu um erro' },
  expired: 'Demorou demais. Entre de novo.',
  errors: new Map([
    ['Incorrect username or password.', 'Usuário ou senha incorretos.'],
    ['User does not exist.', 'O usuário não existe.'],
    ['Password attempts exceeded', 'Tentativas demais. Aguarde um pouco.'],
    ['Attempt limit exceeded, please try after some time.', 'Tentativas demais. Aguarde um pouco.'],
    ['Invalid verification code provided, please try again.', 'Código incorreto. Tente de novo.'],
    ['Invalid code provided, please request a code again.', 'O código não vale mais. Peça outro.'],
    ['Invalid code or auth state for the user.', 'Código incorreto. Tente de novo.'],
  ]),
}

/** Returns the language of a `lang` parameter, or English for any other value. */
export function languageOf(lang: string | null): Language {
  return lang === 'pt-BR' ? 'pt-BR' : 'en'
}

export function textsOf(language: Language): Texts {
  return language === 'pt-BR' ? portuguese : english
}
