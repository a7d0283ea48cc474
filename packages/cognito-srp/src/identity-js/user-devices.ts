/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { deliver, request, type Callbacks } from './callbacks.ts'
import { UserSignIn, validSession } from './user-sign-in.ts'

/** Result of an operation that returns nothing. */
export const SUCCESS = 'SUCCESS'

/** A user of the pool, and this and other devices of the user. */
export class UserDevices extends UserSignIn {
  /** This device of the user counts as a second factor from now on. */
  setDeviceStatusRemembered(callbacks: { onSuccess: (success: string) => void; onFailure: (err: any) => void }): void {
    const payload = { DeviceKey: this.deviceKey, DeviceRememberedStatus: 'remembered' }
    command(this, 'UpdateDeviceStatus', payload, callbacks)
  }

  /** This device of the user no longer counts as a second factor. */
  setDeviceStatusNotRemembered(callbacks: {
    onSuccess: (success: string) => void
    onFailure: (err: any) => void
  }): void {
    const payload = { DeviceKey: this.deviceKey, DeviceRememberedStatus: 'not_remembered' }
    command(this, 'UpdateDeviceStatus', payload, callbacks)
  }

  /** Gives what the service knows of this device. */
  getDevice(callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void }): any {
    ask(this, 'GetDevice', { DeviceKey: this.deviceKey }, callbacks)
  }

  /** Makes the service and the storage forget this device. */
  forgetDevice(callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void }): void {
    this.forgetSpecificDevice(this.deviceKey as string, {
      onSuccess: (success) => {
        this.deviceKey = this.deviceGroupKey = this.randomPassword = null
        this.clearCachedDeviceKeyAndPassword()
        callbacks.onSuccess(success)
      },
      onFailure: (error) => callbacks.onFailure(error),
    })
  }

  /** Makes the service forget a device. */
  forgetSpecificDevice(
    deviceKey: string,
    callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void },
  ): void {
    command(this, 'ForgetDevice', { DeviceKey: deviceKey }, callbacks)
  }

  /** Gives the devices of the user, a page at a time. */
  listDevices(
    limit: number,
    paginationToken: string | null,
    callbacks: { onSuccess: (data: any) => void; onFailure: (err: Error) => void },
  ): void {
    ask(this, 'ListDevices', { Limit: limit, PaginationToken: paginationToken || undefined }, callbacks)
  }
}

/** Sends a request with the user's access token; `onSuccess` gets the service's answer. */
export function ask(user: UserSignIn, operation: string, input: object, callbacks: Callbacks<any>): void {
  const session = validSession(user)
  if (!session) return callbacks.onFailure(new Error('User is not authenticated'))
  const payload = { AccessToken: session.getAccessToken().getJwtToken(), ...input }
  deliver(
    request(user.pool.cognito, operation, payload),
    (answer) => callbacks.onSuccess(answer),
    (error) => callbacks.onFailure(error),
  )
}

/** {@link ask} for what the service answers with nothing. */
export function command(user: UserSignIn, operation: string, input: object, callbacks: Callbacks): void {
  ask(user, operation, input, {
    onSuccess: () => callbacks.onSuccess(SUCCESS),
    onFailure: (error) => callbacks.onFailure(error),
  })
}
