import { expect, test } from 'vitest'

import type { Input, OperationName, Operations, Output } from './operation.ts'

/** The compiler runs this test. If one of these lines compiles, `tsc` reports the unused expectation. */
test('an operation with a wrong name, member or output does not compile', () => {
  // @ts-expect-error the service has no such operation
  const name: OperationName = 'GetUsr'
  // @ts-expect-error GetUser takes an AccessToken
  const input: Input<'GetUser'> = { Token: 'a' }
  // @ts-expect-error a required member cannot be undefined
  const absent: Input<'GetUser'> = { AccessToken: undefined }
  // @ts-expect-error the member is called UserAttributes
  const output: Output<'GetUser'> = { Username: 'ana', UserAttributes: [], UserAtributes: [] }
  // @ts-expect-error an attribute has a Name
  const nested: Output<'GetUser'> = { Username: 'ana', UserAttributes: [{ Nme: 'email' }] }
  // @ts-expect-error a date on the wire is a number of seconds
  const date: Output<'AdminGetUser'> = { Username: 'ana', UserCreateDate: new Date(0) }
  // @ts-expect-error DeleteUser has no output
  const nothing: Output<'DeleteUser'> = { Deleted: true }
  const operations: Operations = {
    // @ts-expect-error the function returns the output of another operation
    GetDevice: getUser,
  }
  // @ts-expect-error the service has no such operation
  const misnamed: Operations = { GetUsr: getUser }
  expect([name, input, absent, output, nested, date, nothing, operations, misnamed]).toHaveLength(9)
})

function getUser(): Output<'GetUser'> {
  return { Username: 'ana', UserAttributes: [] }
}
