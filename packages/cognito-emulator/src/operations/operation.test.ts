import { expect, test } from 'vitest'

import type { Input, OperationName, Operations, Output } from './operation.ts'

/** The compiler is the test: `tsc` fails where one of these lines is no error, because the expectation is then unused. */
test('an operation with a wrong name, member or answer does not compile', () => {
  // @ts-expect-error the service has no such operation
  const name: OperationName = 'GetUsr'
  // @ts-expect-error GetUser takes an AccessToken
  const input: Input<'GetUser'> = { Token: 'a' }
  // @ts-expect-error a required member is not undefined
  const absent: Input<'GetUser'> = { AccessToken: undefined }
  // @ts-expect-error the member is called UserAttributes
  const output: Output<'GetUser'> = { Username: 'ana', UserAttributes: [], UserAtributes: [] }
  // @ts-expect-error an attribute has a Name
  const nested: Output<'GetUser'> = { Username: 'ana', UserAttributes: [{ Nme: 'email' }] }
  // @ts-expect-error the wire has seconds where the SDK has a Date
  const date: Output<'AdminGetUser'> = { Username: 'ana', UserCreateDate: new Date(0) }
  // @ts-expect-error DeleteUser answers nothing
  const nothing: Output<'DeleteUser'> = { Deleted: true }
  const operations: Operations = {
    // @ts-expect-error the answer of another operation
    GetDevice: getUser,
  }
  // @ts-expect-error the service has no such operation
  const misnamed: Operations = { GetUsr: getUser }
  expect([name, input, absent, output, nested, date, nothing, operations, misnamed]).toHaveLength(9)
})

function getUser(): Output<'GetUser'> {
  return { Username: 'ana', UserAttributes: [] }
}
