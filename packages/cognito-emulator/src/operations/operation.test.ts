import { expect, test } from 'vitest'

import { text } from './members.ts'
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
    // @ts-expect-error the member that the service requires is not checked
    DeleteUser: { access: 'anyone', members: {}, answer: () => ({}) },
    // @ts-expect-error a check for a member that the operation does not have
    GetUser: { access: 'anyone', members: { AccessToken: text.accessToken, Session: text.session }, answer: getUser },
  }
  expect([name, input, absent, output, nested, date, nothing, operations]).toHaveLength(8)
})

function getUser(): Output<'GetUser'> {
  return { Username: 'ana', UserAttributes: [] }
}
