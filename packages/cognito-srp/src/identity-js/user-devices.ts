/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { deliver, request, type Callbacks } from './callbacks.ts'
import { UserSignIn, validSession } from './user-sign-in.ts'

/** Result that a callback gets if the service's response is empty. */
export const SUCCESS = 'SUCCESS'

/** User of the pool, with operations on the user's devices. */
export class UserDevices extends UserSignIn {
  /** Marks this device as remembered, so that it counts as a second factor. */
  setDeviceStatusRemembered(callbacks: { onSuccess: (success: string) => void; onFailure: (err: any) => void }): void {
    const payload = { DeviceKey: this.deviceKey, DeviceRememberedStatus: 'remembered' }
    command(this, 'UpdateDeviceStatus', payload, callbacks)
  }

  /** Marks this device as not remembered, so that it no longer counts as a second factor. */
  setDeviceStatusNotRemembered(callbacks: {
    onSuccess: (success: string) => void
    onFailure: (err: any) => void
  }): void {
    const payload = { DeviceKey: this.deviceKey, DeviceRememberedStatus: 'not_remembered' }
    command(this, 'UpdateDeviceStatus', payload, callbacks)
  }

  /** Passes the service's data about this device to `onSuccess`. */
  getDevice(callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void }): any {
    ask(this, 'GetDevice', { DeviceKey: this.deviceKey }, callbacks)
  }

  /** Removes this device from the service and from the storage. */
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

  /** Removes a device from the service. */
  forgetSpecificDevice(
    deviceKey: string,
    callbacks: { onSuccess: (success: string) => void; onFailure: (err: Error) => void },
  ): void {
    command(this, 'ForgetDevice', { DeviceKey: deviceKey }, callbacks)
  }

  /** Passes one page of the user's devices to `onSuccess`. */
  listDevices(
    limit: number,
    paginationToken: string | null,
    callbacks: { onSuccess: (data: any) => void; onFailure: (err: Error) => void },
  ): void {
    ask(this, 'ListDevices', { Limit: limit, PaginationToken: paginationToken || undefined }, callbacks)
  }
}

/** Sends a request with the user's access token; `onSuccess` gets the response. */
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

/** Like {@link ask}, for operations whose response is empty. */
export function command(user: UserSignIn, operation: string, input: object, callbacks: Callbacks): void {
  ask(user, operation, input, {
    onSuccess: () => callbacks.onSuccess(SUCCESS),
    onFailure: (error) => callbacks.onFailure(error),
  })
}
