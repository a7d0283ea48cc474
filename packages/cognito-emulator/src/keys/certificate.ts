import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type * as x509 from '@peculiar/x509'

import type { Database } from '../storage/database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum lifetime that Apple's systems accept for a certificate that the user has added. */
const LIFETIME_DAYS = 825
const RENEWED_BEFORE_DAYS = 30
const SIGNING_LIFETIME_DAYS = 3653
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * A server's certificate and its private key, both in PEM format.
 *
 * @example
 * const own: TlsOptions = { key: process.env['TLS_KEY'] ?? '', cert: process.env['TLS_CERT'] ?? '' }
 */
export type TlsOptions = { key: string; cert: string }

/**
 * Returns the emulator's own certificate. The certificate is stored with the data, so that clients need to trust it only once.
 * If the certificate is about to expire or does not cover a host, a new certificate is created.
 *
 * @param hosts names and addresses that clients use for the emulator
 */
export async function openCertificate(database: Database, hosts: string[], nowMs: number): Promise<TlsOptions> {
  const kept = database.collection<TlsOptions>('certificate')
  const stored = kept.get('', 'server')
  if (stored && isGood(new X509Certificate(stored.cert), hosts, nowMs)) return stored
  const made = await makeCertificate(hosts, nowMs)
  kept.put('', 'server', made)
  return made
}

function isGood(certificate: X509Certificate, hosts: string[], nowMs: number): boolean {
  const endsMs = Date.parse(certificate.validTo) - RENEWED_BEFORE_DAYS * DAY_MS
  const isFor = (host: string) =>
    isIP(host) > 0 ? certificate.checkIP(host) : certificate.checkHost(hostMatching(host))
  return nowMs < endsMs && hosts.every((host) => isFor(host) !== undefined)
}

/** Replaces the wildcard at the start of a host name with a label that the wildcard matches. */
function hostMatching(host: string): string {
  return host.replace(/^\*/, 'any')
}

/**
 * Returns the certificate that SAML providers would use to verify a pool's requests. Like the service's, the certificate is
 * DER in base64 and valid for ten years. The certificate of a pool never changes, and the emulator never uses its key.
 */
export async function openSigningCertificate(database: Database, poolId: string, nowMs: number): Promise<string> {
  const kept = database.collection<string>('signing-certificate')
  const stored = kept.get(poolId, '')
  if (stored !== undefined) return stored
  const name = `CN=${poolId}`
  const { cert } = await createSelfSigned({ name, days: SIGNING_LIFETIME_DAYS, nowMs, extensions: async () => [] })
  const made = new X509Certificate(cert).raw.toString('base64')
  kept.put(poolId, '', made)
  return made
}

/** Creates a self-signed certificate for a server. The certificate cannot sign other certificates (RFC 5280 §4.2.1.9). */
function makeCertificate(hosts: string[], nowMs: number): Promise<TlsOptions> {
  return createSelfSigned({
    name: 'CN=Cognito emulator',
    days: LIFETIME_DAYS,
    nowMs,
    extensions: async (library, publicKey) => [
      new library.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) > 0 ? 'ip' : 'dns', value }) as const),
      ),
      new library.BasicConstraintsExtension(false, undefined, true),
      new library.KeyUsagesExtension(library.KeyUsageFlags.digitalSignature, true),
      new library.ExtendedKeyUsageExtension([library.ExtendedKeyUsage.serverAuth]),
      await library.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  })
}

type NewCertificate = {
  name: string
  days: number
  nowMs: number
  extensions: (library: typeof x509, publicKey: CryptoKey) => Promise<x509.Extension[]>
}

async function createSelfSigned({ name, days, nowMs, extensions }: NewCertificate): Promise<TlsOptions> {
  await import('reflect-metadata') // required by the next import
  const library = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await library.X509CertificateGenerator.createSelfSigned({
    name,
    notBefore: new Date(nowMs - DAY_MS), // the clocks of clients can differ
    notAfter: new Date(nowMs + (days - 1) * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: await extensions(library, keys.publicKey),
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { key: library.PemConverter.encode(pkcs8, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
