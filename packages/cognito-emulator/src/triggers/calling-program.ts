import { AsyncLocalStorage } from 'node:async_hooks'

/** Version in events for programs other than an AWS SDK, and for the SDK in a browser. */
const UNKNOWN_SDK = 'aws-sdk-unknown-unknown'
const SDK = /^aws-sdk-([\w-]+)\/([\w.-]+)/

const userAgents = new AsyncLocalStorage<string>()

/** Runs the handler of a request. During this handler, {@link awsSdkVersion} returns the SDK that sent the request. */
export function answerFor<Answer>(userAgent: string | null, answer: () => Answer): Answer {
  return userAgents.run(userAgent ?? '', answer)
}

/** Returns the SDK that sent the current request in the format of trigger events, for example `aws-sdk-js-3.1162.0`. */
export function awsSdkVersion(): string {
  const [, name, version] = SDK.exec(userAgents.getStore() ?? '') ?? []
  return name === undefined ? UNKNOWN_SDK : `aws-sdk-${name}-${version}`
}
