import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { formatCertificateCode } from '#app/features/courses/roster.ts'
import { findCertificate } from '#app/features/courses/store/roster.server.ts'
import { artVersion } from '#app/features/drops/store/artwork.server.ts'
import { type Drop, findDrop, listSignedRuns } from '#app/features/drops/store/drops.server.ts'
import { findUnitOrder } from '#app/features/drops/store/units.server.ts'
import { findStage } from '#app/features/orders/store/read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { sharedPage } from '#app/http/page-head.ts'
import { formatDay } from '#app/kit/dates.ts'
import { qrCode } from '#app/kit/qr-code.ts'
import { unitArtPath, type UnitStatus, unitStatusOf } from './rules.ts'
import { readCertificate } from './store/code.server.ts'

export type LookupResult =
  | Awaited<ReturnType<typeof unitResult>>
  | Exclude<Awaited<ReturnType<typeof trainingResult>>, undefined>
  | { kind: 'forged'; typed: string }
  | { kind: 'limited'; text: string }

const wanted = 'Enter the code from the certificate'
const codeInput = z
  .string()
  .trim()
  .min(1, wanted)
  .max(80, 'This code is too long. Our codes have 16 letters and digits.')

type Lookup = {
  result: LookupResult | null
  errors?: string[]
  init: { status: number; headers: Record<string, string> }
}

export async function lookUp(shop: Shop, typed: string | null, visitor: string): Promise<Lookup> {
  if (typed === null) return { result: null, init: { status: 200, headers: sharedPage } }
  const parsed = codeInput.safeParse(typed)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ message }) => message)
    return { result: null, errors, init: { status: 422, headers: {} } }
  }
  const limit = await shop.limits.take('certificateCheck', visitor)
  if (!limit.ok) {
    const { retryAfterSeconds: seconds } = limit
    const init = { status: 429, headers: { 'Retry-After': String(seconds) } }
    return { result: { kind: 'limited', text: tooManyWords(seconds) }, init }
  }
  const code = parsed.data
  const genuine = readCertificate(shop.certify, await listSignedRuns(shop.db), code)
  const run = genuine && (await findDrop(shop.db, genuine.run.slug, shop.now()))
  const result = run
    ? await unitResult(shop, run, genuine.number)
    : ((await trainingResult(shop, code)) ?? { kind: 'forged' as const, typed: code })
  return { result, init: { status: 200, headers: {} } }
}

async function unitResult(shop: Shop, run: Drop, number: number) {
  const { slug, name, theme, dropNumber, totalUnits: total } = run
  return {
    kind: 'unit' as const,
    slug,
    name,
    theme,
    dropNumber,
    total,
    number,
    square: checkSquare(shop, shop.certify(slug, number)),
    launchDay: run.launchDate && formatDay(run.launchDate, shop.timeZone),
    status: await findUnitStatus(shop.db, run, number),
    art: unitArtPath(slug, number, artVersion(run)),
  }
}

async function trainingResult(shop: Shop, typed: string) {
  const code = typed.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
  const found = await findCertificate(shop.db, code)
  if (!found) return undefined
  if (found.revokedAt) return { kind: 'revoked' as const, on: formatDay(found.revokedAt, shop.timeZone) }
  return {
    kind: 'training' as const,
    code: formatCertificateCode(found.code),
    student: found.student,
    facts: found.facts,
    issuedOn: formatDay(found.issuedAt, shop.timeZone),
    square: checkSquare(shop, formatCertificateCode(found.code)),
  }
}

function checkSquare({ publicUrl }: Shop, code: string) {
  return qrCode(`${publicUrl}/vault?code=${encodeURIComponent(code)}`)
}

/** The status of one unit. The registry never reads who holds or owns it. */
export async function findUnitStatus(db: Db, drop: Drop, number: number): Promise<UnitStatus> {
  const unit = drop.units[number - 1] ?? 'open'
  const orderId = unit === 'taken' ? await findUnitOrder(db, drop.slug, number) : undefined
  const stage = orderId && (await findStage(db, orderId))
  return unitStatusOf({ drop, unit, stage: stage || undefined })
}
