import type { EmulatorOptions } from '../options/emulator-options.ts'

/** The addresses of an emulator, and the kind of issuer in its tokens. */
export type Address = {
  issuer: 'aws' | 'emulator'
  /** Public address from the options, with a trailing slash. */
  publicUrl: string | undefined
  /** Address that the server listens on, with a trailing slash. Undefined until it listens. */
  listensAt: string | undefined
}

/** Creates the address from the options. The server sets `listensAt` later. */
export function createAddress({ issuer = 'aws', publicUrl }: Pick<EmulatorOptions, 'issuer' | 'publicUrl'>): Address {
  return { issuer, publicUrl: publicUrl?.replace(/\/*$/, '/'), listensAt: undefined }
}

/** Returns the emulator's own address, or undefined if the address is not known yet. */
export function ownUrl({ publicUrl, listensAt }: Address): string | undefined {
  return publicUrl ?? listensAt
}

/** Returns the service's endpoint in a region. Regions in China use a different domain. */
export function serviceUrl(region: string): string {
  return `https://cognito-idp.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}

/** Patterns of the service's hosts. Group 1 is the region. */
const SERVICE_HOSTS = [
  /^cognito-idp(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/,
  /^[a-z0-9-]+\.auth(?:-fips)?\.([a-z0-9-]+)\.amazoncognito\.com$/,
]

/** Whether a host (without port) belongs to the service: to its API, or to a user pool's domain. */
export function isServiceHost(hostname: string): boolean {
  return regionOfHost(hostname) !== undefined
}

/** Returns the region in a host name of the service. */
export function regionOfHost(hostname: string): string | undefined {
  return SERVICE_HOSTS.map((pattern) => pattern.exec(hostname)?.[1]).find((region) => region !== undefined)
}
