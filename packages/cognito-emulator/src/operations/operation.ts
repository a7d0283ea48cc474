import type * as sdk from '@aws-sdk/client-cognito-identity-provider'

import type { Services } from '../services.ts'
import type { Json } from '../wire.ts'

/** Name of an operation in the AWS SDK, such as `InitiateAuth`. The emulator imports only types from the SDK. */
export type OperationName = NameOf<Exclude<keyof typeof sdk, '$Command'>>

/** Input of an operation: the SDK's input as JSON. */
export type Input<Name extends OperationName> = Json<InstanceType<CommandOf<Name>>['input']>

/** Output of an operation: the SDK's output as JSON. Members that are `undefined` are not sent. */
export type Output<Name extends OperationName> = Members<Omit<SdkOutput<CommandOf<Name>>, '$metadata'>>

/**
 * Operations by wire name. Each function receives an input that `validateInput` has checked, and throws the service's
 * exceptions as `ServiceError`.
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
