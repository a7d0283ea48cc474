import { Screen } from './screen.ts'
import { button, type Step } from './step.ts'
import { answerWith, goHome, signIn } from './student.ts'

// Steps in which the student signs in, answers challenges, uses the account dialog, and signs out.

export const signInSteps: Step[] = [
  ['the empty path redirects to /login', ({ screen }) => screen.path('/login')],
  [
    'an invalid form is not sent, and its field gets the focus',
    async ({ screen }) => {
      await screen.fill('Email', 'aluna')
      await screen.press(button('Logar'))
      await screen.see(
        { role: 'textbox', name: 'Email' },
        ({ attributes, isFocused }) => isFocused && attributes['aria-invalid'] === 'true',
      )
    },
  ],
  [
    'a wrong password shows an error and keeps the fields',
    async ({ screen, account }) => {
      await signIn(screen, { ...account, password: 'Errada-2026' })
      await screen.says('E-mail ou senha incorretos.')
      const email = await screen.tab.evaluate('document.querySelector("input").value')
      if (email !== account.email) throw new Error(`The e-mail field contains ${String(email)}, not ${account.email}.`)
    },
  ],
  ['the right password opens /home', ({ screen, account }) => goHome(screen, account)],
  [
    'home has the four buttons of the specification',
    async ({ screen }) => {
      for (const name of ['Aleatória', 'Menos respondida', 'Menor acerto', 'Estatística'])
        await screen.see(button(name))
    },
  ],
]

export const leavingSteps: Step[] = [
  [
    'Minha conta opens as a dialog, closes with Escape, and returns the focus',
    async ({ screen }) => {
      await screen.open('/home')
      await screen.press(button('Minha conta'))
      await screen.see({ role: 'dialog' })
      await screen.keys('Escape')
      await screen.missesFor({ role: 'dialog' })
      await screen.see(button('Minha conta'), ({ isFocused }) => isFocused)
    },
  ],
  [
    'the student can change the password in Minha conta',
    async (journey) => {
      const { screen, account } = journey
      await screen.press(button('Minha conta'))
      await screen.press(button('Senha'))
      await screen.fill('Senha atual', account.password)
      await screen.fill('Nova senha', 'Melhor-2027')
      await screen.press(button('Trocar senha'))
      await screen.says('Senha trocada.', 'dialog')
      journey.account = { ...account, password: 'Melhor-2027' }
      await screen.keys('Escape')
      await screen.missesFor({ role: 'dialog' })
    },
  ],
  [
    'Logout opens /login in this and in the other tab',
    async (journey) => {
      journey.second = await Screen.open(journey.profile, journey.gate.url, '/home')
      await journey.second.see({ role: 'combobox' })
      await journey.screen.press(button('Logout'))
      await journey.screen.path('/login')
      await journey.second.path('/login')
      await journey.second.tab.close()
    },
  ],
  [
    'after the logout, the other screens redirect to the login',
    async ({ screen }) => {
      await screen.open('/stats')
      await screen.path('/login')
    },
  ],
]

export const challengeSteps: Step[] = [
  [
    'the sign-in asks for a TOTP code and rejects a wrong one',
    async (journey) => {
      journey.account = await journey.pool.createStudent()
      await journey.pool.requireAuthenticator(journey.account)
      await signIn(journey.screen, journey.account)
      await answerWith(journey.screen, 'Código', '000000')
      await journey.screen.says('Código incorreto')
    },
  ],
  [
    'a code sent by e-mail survives a reload and signs in',
    async ({ pool, screen }) => {
      const student = await pool.createStudent()
      await pool.requireFactor(student, 'EmailMfaSettings')
      await screen.press(button('Começar de novo'))
      await signIn(screen, student)
      await screen.says('Enviamos um código')
      await screen.tab.reload()
      await screen.see({ role: 'textbox', name: 'Código' })
      await answerWith(screen, 'Código', await pool.lastCodeFor(student.email))
      await screen.path('/home')
      await screen.press(button('Logout'))
    },
  ],
  [
    'a student with two second factors can choose one',
    async ({ pool, screen }) => {
      const student = await pool.createStudent({ phone_number: '+5511987654321', phone_number_verified: 'true' })
      await pool.requireFactor(student, 'EmailMfaSettings', 'SMSMfaSettings')
      await signIn(screen, student)
      await screen.see({ role: 'heading', name: 'Como você quer confirmar que é você?' })
      await screen.press(button(/e-mail/i))
      await screen.says('Enviamos um código')
      await answerWith(screen, 'Código', await pool.lastCodeFor(student.email))
      await screen.path('/home')
      await screen.press(button('Logout'))
    },
  ],
  [
    'a student must replace a temporary password',
    async ({ pool, screen }) => {
      await signIn(screen, await pool.inviteStudent())
      await screen.see({ role: 'heading', name: 'Escolha uma nova senha' })
      await answerWith(screen, 'Nova senha', 'Melhor-2027')
      await screen.path('/home')
      await screen.press(button('Logout'))
      await screen.path('/login')
    },
  ],
  [
    'a student can replace a forgotten password with a code from an e-mail',
    async ({ pool, screen }) => {
      const student = await pool.createStudent()
      await screen.press(button('Esqueci minha senha'))
      await screen.fill('Email', student.email)
      await screen.keys('Enter')
      await screen.see({ role: 'textbox', name: 'Código' })
      await screen.fill('Código', await pool.lastCodeFor(student.email))
      await screen.fill('Nova senha', 'Outra-2027')
      await screen.keys('Enter')
      await screen.path('/home')
    },
  ],
]
