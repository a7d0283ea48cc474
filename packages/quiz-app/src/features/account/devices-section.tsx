import { forgetDevice } from '@cognito-srp/client'
import type { DeviceRecord } from '@cognito-srp/client'

import layout from '../../styles/layout.module.css'
import { devicesText } from '../../text/account.ts'
import { unlessGone } from './account-calls.ts'
import { readDevices } from './account-lists.ts'
import { ConfirmButton, OutcomeLine, ReadingView } from './account-parts.tsx'
import { useAccountAction, useAccountReading } from './account-work.tsx'
import styles from './account.module.css'
import { describeDeviceName } from './device-name.ts'

/** Lists the account's devices and lets the user forget them. */
export function DevicesSection() {
  const { reading, reload, retry } = useAccountReading(readDevices)
  const { outcome, run } = useAccountAction()

  const forget = (deviceKey: string) =>
    run(async (call) => {
      await call((client, options) => unlessGone(forgetDevice(client, { deviceKey, ...options })))
      await reload()
      return devicesText.forgotten
    })
  return (
    <>
      <p>{devicesText.purpose}</p>
      <ReadingView reading={reading} onRetry={retry} notOffered={devicesText.notOffered}>
        {({ devices, thisKey }) => (
          <>
            {devices.length === 0 && <p>{devicesText.none}</p>}
            <ul className={styles.list}>
              {devices.map((device) => (
                <Device
                  key={device.deviceKey}
                  device={device}
                  isThis={device.deviceKey === thisKey}
                  onForget={() => void forget(device.deviceKey)}
                />
              ))}
            </ul>
          </>
        )}
      </ReadingView>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

type DeviceProps = { device: DeviceRecord; isThis: boolean; onForget: () => void }

function Device({ device, isThis, onForget }: DeviceProps) {
  const { deviceAttributes: attributes, deviceLastAuthenticatedDate: usedAt } = device
  const name = describeDeviceName(attributes['device_name'])
  const lastUse = usedAt ? devicesText.lastUse(usedAt) : ''
  const isRemembered = attributes['dev:device_remembered_status'] !== 'not_remembered'
  return (
    <li className={styles.item}>
      <span className={styles.name}>
        {name} {isThis && <span className={styles.mark}>{devicesText.thisOne}</span>}
      </span>
      <span className={layout.soft}>{lastUse}</span>
      {!isRemembered && <span className={layout.soft}>{devicesText.notRemembered}</span>}
      <ConfirmButton
        label={devicesText.forget}
        accessibleName={devicesText.forgetNamed(name, lastUse)}
        question={devicesText.forgetQuestion}
        onConfirm={onForget}
      />
    </li>
  )
}
