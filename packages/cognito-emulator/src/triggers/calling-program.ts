import { AsyncLocalStorage } from 'node:async_hooks'

/** Said of programs that are no AWS SDK, and of the SDK in a browser. */
const UNKNOWN_SDK = 'aws-sdk-unknown-unknown'
const SDK = /^aws-sdk-([\w-]+)\/([\w.-]+)/

const userAgents = new AsyncLocalStorage<string>()

/** Answers a request; what runs meanwhile knows which program sent it. */
export function answerFor<Answer>(userAgent: string | null, answer: () => Answer): Answer {
  return userAgents.run(userAgent ?? '', answer)
}

/** The SDK that sent the request, as triggers are told: `aws-sdk-js-3.1162.0`. */
export function awsSdkVersion(): string {
  const [, name, version] = SDK.exec(userAgents.getStore() ?? '') ?? []
  return name === undefined ? UNKNOWN_SDK : `aws-sdk-${name}-${version}`
}
