export { useAuth, useSignIn } from './hooks.ts'
