import { createHmac } from 'node:crypto'
import { formatCertificateCode, unitNumberOf, signatureLength, normalizeCertificateCode } from '../rules.ts'
import { isSameSecret, codeOf } from '#app/kit/ids.ts'

/** What every code begins with. Another way of signing gets another letter, and old certificates stay good. */
const codeVersion = 'A'

/** Twelve letters carry 58 bits, which nobody guesses through the limits. Nothing is stored: a unit has the same code for ever. */
export function certificateCode(key: string, dropSlug: string, unitNumber: number): string {
  const number = String(unitNumber).padStart(3, '0')
  const signature = createHmac('sha512', key)
    .update(`certificate ${codeVersion} ${dropSlug} ${number}`)
    .digest()
  return formatCertificateCode(`${codeVersion}${number}${codeOf(signature, signatureLength)}`)
}

type Run = { slug: string; totalUnits: number }

/** Every drop is tried and none is left out early, so the time it takes does not depend on how much of a code was right. */
export function readCertificate<Of extends Run>(
  certify: (slug: string, number: number) => string,
  runs: readonly Of[],
  typed: string,
): { run: Of; number: number } | undefined {
  const code = normalizeCertificateCode(typed)
  const number = unitNumberOf(code)
  let found: { run: Of; number: number } | undefined
  for (const run of runs)
    if (
      isSameSecret(code, normalizeCertificateCode(certify(run.slug, number))) &&
      number >= 1 &&
      number <= run.totalUnits
    )
      found = { run, number }
  return found
}
