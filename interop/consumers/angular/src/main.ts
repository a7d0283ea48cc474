import { Component, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { createAuthStore, createCognitoClient } from '@cognito-srp/client'

// @ts-expect-error -- page.js has no type declarations
import { signInFromPage } from '../page.js'

@Component({ selector: 'sign-in', template: `<p>{{ user() }}</p>` })
class SignIn {
  readonly user = signal('checking')

  constructor() {
    const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web' })
    const auth = createAuthStore(client)
    auth.subscribe(() => this.user.set(JSON.stringify(auth.getSnapshot())))
    void signInFromPage('production')
  }
}

void bootstrapApplication(SignIn)
