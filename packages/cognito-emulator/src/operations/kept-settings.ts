import { openSigningCertificate } from '../keys/certificate.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { hasThreatProtection } from '../users/auth-event-log.ts'
import { domainsOf } from './domains.ts'
import type { Input, Operations, Output } from './operation.ts'

/**
 * Operations on settings that the emulator only stores and returns, so that tools can read back the settings that they
 * wrote. GetSigningCertificate returns the pool's signing certificate.
 */
export const keptSettingOperations: Operations = {
  SetUICustomization: setUICustomization,
  GetUICustomization: getUICustomization,
  SetRiskConfiguration: setRiskConfiguration,
  DescribeRiskConfiguration: describeRiskConfiguration,
  SetLogDeliveryConfiguration: setLogDeliveryConfiguration,
  GetLogDeliveryConfiguration: getLogDeliveryConfiguration,
  GetSigningCertificate: getSigningCertificate,
}

type KeptServices = Pick<Services, 'pools' | 'database' | 'clock'>
type UICustomization = NonNullable<Output<'GetUICustomization'>['UICustomization']>
type RiskConfiguration = NonNullable<Output<'DescribeRiskConfiguration'>['RiskConfiguration']>
type LogDelivery = NonNullable<Output<'GetLogDeliveryConfiguration'>['LogDeliveryConfiguration']>

/** Kinds of records that are stored under a client's id. */
export const KEPT_BY_CLIENT = ['ui-customization', 'risk-configuration'] as const

/** Id of the settings that apply to clients without their own settings. */
const ALL_CLIENTS = 'ALL'

function setUICustomization(
  { pools, database, clock }: KeptServices,
  { UserPoolId, ClientId = ALL_CLIENTS, CSS }: Input<'SetUICustomization'>,
): Output<'SetUICustomization'> {
  const pool = poolWithClient(pools, UserPoolId, ClientId)
  if (domainsOf(database, pool).length === 0) {
    throw invalidParameter('There has to be an existing domain associated with this user pool')
  }
  const kept = database.collection<UICustomization>('ui-customization')
  const nowSeconds = clock.nowMs() / 1000
  const customization: UICustomization = {
    UserPoolId,
    ClientId,
    CSS,
    CSSVersion: String(Math.floor(nowSeconds)),
    CreationDate: kept.get(pool.id, ClientId)?.CreationDate ?? nowSeconds,
    LastModifiedDate: nowSeconds,
  }
  kept.put(pool.id, ClientId, customization)
  return { UICustomization: customization }
}

function getUICustomization(
  { pools, database }: KeptServices,
  { UserPoolId, ClientId = ALL_CLIENTS }: Input<'GetUICustomization'>,
): Output<'GetUICustomization'> {
  const pool = poolWithClient(pools, UserPoolId, ClientId)
  const kept = database.collection<UICustomization>('ui-customization')
  return { UICustomization: kept.get(pool.id, ClientId) ?? kept.get(pool.id, ALL_CLIENTS) ?? {} }
}

/** Stores a risk configuration. An empty configuration deletes the stored configuration. */
function setRiskConfiguration(
  { pools, database, clock }: KeptServices,
  { UserPoolId, ClientId, ...configuration }: Input<'SetRiskConfiguration'>,
): Output<'SetRiskConfiguration'> {
  const pool = protectedPool(pools, UserPoolId, ClientId)
  const kept = database.collection<RiskConfiguration>('risk-configuration')
  const risk: RiskConfiguration = { UserPoolId, ClientId, ...configuration, LastModifiedDate: clock.nowMs() / 1000 }
  if (Object.keys(configuration).length > 0) kept.put(pool.id, ClientId ?? ALL_CLIENTS, risk)
  else kept.delete(pool.id, ClientId ?? ALL_CLIENTS)
  return { RiskConfiguration: risk }
}

function describeRiskConfiguration(
  { pools, database }: KeptServices,
  { UserPoolId, ClientId }: Input<'DescribeRiskConfiguration'>,
): Output<'DescribeRiskConfiguration'> {
  const pool = protectedPool(pools, UserPoolId, ClientId)
  const kept = database.collection<RiskConfiguration>('risk-configuration')
  return { RiskConfiguration: kept.get(pool.id, ClientId ?? ALL_CLIENTS) ?? { UserPoolId, ClientId } }
}

function setLogDeliveryConfiguration(
  { pools, database }: KeptServices,
  { UserPoolId, LogConfigurations }: Input<'SetLogDeliveryConfiguration'>,
): Output<'SetLogDeliveryConfiguration'> {
  const pool = pools.get(UserPoolId)
  const delivery: LogDelivery = { UserPoolId, LogConfigurations }
  database.collection<LogDelivery>('log-delivery').put(pool.id, '', delivery)
  return { LogDeliveryConfiguration: delivery }
}

function getLogDeliveryConfiguration(
  { pools, database }: KeptServices,
  { UserPoolId }: Input<'GetLogDeliveryConfiguration'>,
): Output<'GetLogDeliveryConfiguration'> {
  const kept = database.collection<LogDelivery>('log-delivery').get(pools.get(UserPoolId).id, '')
  return { LogDeliveryConfiguration: kept ?? { UserPoolId, LogConfigurations: [] } }
}

async function getSigningCertificate(
  { pools, database, clock }: KeptServices,
  { UserPoolId }: Input<'GetSigningCertificate'>,
): Promise<Output<'GetSigningCertificate'>> {
  const pool = pools.get(UserPoolId)
  return { Certificate: await openSigningCertificate(database, pool.id, clock.nowMs()) }
}

function poolWithClient(pools: Services['pools'], poolId: string, clientId: string): Pool {
  const pool = pools.get(poolId)
  if (clientId !== ALL_CLIENTS) pools.getClient(pool, clientId)
  return pool
}

/** @throws {ServiceError} UserPoolAddOnNotEnabledException if threat protection is off. */
function protectedPool(pools: Services['pools'], poolId: string, clientId: string = ALL_CLIENTS): Pool {
  const pool = poolWithClient(pools, poolId, clientId)
  if (!hasThreatProtection(pool)) {
    throw new ServiceError('UserPoolAddOnNotEnabledException', `User pool ${poolId} does not have threat protection.`)
  }
  return pool
}
