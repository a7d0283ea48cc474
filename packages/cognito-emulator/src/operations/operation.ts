import type * as sdk from '@aws-sdk/client-cognito-identity-provider'

import type { Services } from '../services.ts'
import type { Json } from '../wire.ts'

/** The names of the service's operations (`InitiateAuth`), as the AWS SDK has them. Only its types are used. */
export type OperationName = NameOf<Exclude<keyof typeof sdk, '$Command'>>

/** What a client sends to an operation: the SDK's input as JSON. */
export type Input<Name extends OperationName> = Json<InstanceType<CommandOf<Name>>['input']>

/** What an operation answers: the SDK's output as JSON. Members that are `undefined` are not sent. */
export type Output<Name extends OperationName> = Members<Omit<SdkOutput<CommandOf<Name>>, '$metadata'>>

/**
 * Operations by their names on the wire. A function is called with an input that `validateInput` has read, and throws the
 * exceptions of the service as `ServiceError`.
 */
export type Operations = {
  [Name in OperationName]?: (services: Services, input: Input<Name>) => Output<Name> | Promise<Output<Name>>
}

type NameOf<Export> = Export extends `${infer Name}Command` ? Name : never

type CommandOf<Name extends OperationName> = (typeof sdk)[`${Name}Command`]

type SdkOutput<Command extends abstract new (...parameters: never) => unknown> =
  InstanceType<Command> extends {
    resolveMiddleware(...parameters: never[]): (parameters: never) => Promise<{ output: infer Answer }>
  }
    ? Answer
    : never

type Members<Value extends object> = keyof Value extends never ? Record<string, never> : Json<Value>
