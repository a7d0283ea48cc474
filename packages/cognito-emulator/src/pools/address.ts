import type { EmulatorOptions } from '../options/emulator-options.ts'

/** By which address the emulator is called, and which one its tokens name. */
export type Address = {
  issuer: 'aws' | 'emulator'
  /** As others reach it, by option; with a slash at its end, as all here. */
  publicUrl: string | undefined
  /** Known once it does. */
  listensAt: string | undefined
}

/** The address that the options say; none yet where only listening will tell. */
export function createAddress({ issuer = 'aws', publicUrl }: Pick<EmulatorOptions, 'issuer' | 'publicUrl'>): Address {
  return { issuer, publicUrl: publicUrl?.replace(/\/*$/, '/'), listensAt: undefined }
}

/** The emulator's own address, where it is known. */
export function ownUrl({ publicUrl, listensAt }: Address): string | undefined {
  return publicUrl ?? listensAt
}

/** The endpoint of the service in a region, China's of its own domain. */
export function serviceUrl(region: string): string {
  return `https://cognito-idp.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}

/** Group 1 is the region. */
const SERVICE_HOSTS = [
  /^cognito-idp(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/,
  /^[a-z0-9-]+\.auth(?:-fips)?\.([a-z0-9-]+)\.amazoncognito\.com$/,
]

/** Whether a host, without port, is one of the service's own: of its API, or of a user pool's domain. */
export function isServiceHost(hostname: string): boolean {
  return regionOfHost(hostname) !== undefined
}

/** The region in a host of the service, without port. */
export function regionOfHost(hostname: string): string | undefined {
  return SERVICE_HOSTS.map((pattern) => pattern.exec(hostname)?.[1]).find((region) => region !== undefined)
}
