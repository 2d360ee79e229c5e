import { parseForm } from '#app/http/form.ts'
import type { Shop } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { qrCode } from '#app/kit/qr-code.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { formatCertificateCode } from '#app/features/courses/roster.ts'
import { findCertificate } from '#app/features/courses/store/roster.server.ts'
import { artVersion } from '#app/features/drops/store/artwork.server.ts'
import {
  type Drop,
  findDrop,
  findDropByWords,
  listSignedRuns,
} from '#app/features/drops/store/drops.server.ts'
import { unitArtPath, type UnitStatus, unitStatusOf, lookupErrors } from './rules.ts'
import { readCertificate } from './store/code.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { findStage } from '#app/features/orders/store/read.server.ts'
import { findUnitOrder } from '../drops/store/units.server.ts'
import { z } from 'zod'

export type LookupResult =
  | Awaited<ReturnType<typeof unitResult>>
  | Exclude<Awaited<ReturnType<typeof trainingResult>>, undefined>
  | { kind: 'forged'; typed: string }
  | { kind: 'no_such_number'; name: string; theme: Drop['theme']; total: number; number: number }
  | { kind: 'no_such_drop' }
  | { kind: 'limited'; text: string }

export type LookupResponse = {
  result: LookupResult | null
  fieldErrors: Record<string, string[] | undefined>
  submitted: { drop: string; number: string; code: string }
  status: 200 | 404 | 422 | 429
  retryAfterSeconds?: number
}

export async function lookUp(shop: Shop, query: URLSearchParams, visitor: string): Promise<LookupResponse> {
  const param = (name: string) => query.get(name) ?? ''
  const submitted = { drop: param('drop'), number: param('number'), code: param('code') }
  const base = { fieldErrors: {}, submitted, result: null }
  if (!query.has('code') && !query.has('number') && !query.has('drop')) return { ...base, status: 200 }

  const fields = new FormData()
  for (const [name, value] of query) fields.set(name, value)
  const parsed = query.has('code') ? parseForm(codeInput, fields) : parseForm(numberInput, fields)
  if (!parsed.ok) return { ...base, fieldErrors: parsed.fieldErrors, status: 422 }

  const verdict = await shop.limits.take('certificateCheck', visitor)
  if (!verdict.ok) {
    const { retryAfterSeconds } = verdict
    return {
      ...base,
      retryAfterSeconds,
      result: { kind: 'limited', text: tooManyWords(retryAfterSeconds) },
      status: 429,
    }
  }
  if ('code' in parsed.value) {
    const genuine = readCertificate(shop.certify, await listSignedRuns(shop.db), parsed.value.code)
    const run = genuine && (await findDrop(shop.db, genuine.run.slug, shop.now()))
    if (!run) {
      const training = await trainingResult(shop, parsed.value.code)
      return { ...base, result: training ?? { kind: 'forged', typed: parsed.value.code }, status: 200 }
    }
    return { ...base, result: await unitResult(shop, run, genuine.number, true), status: 200 }
  }
  const { drop: words, number } = parsed.value
  const run = await findDropByWords(shop.db, words, shop.now())
  if (!run) return { ...base, result: { kind: 'no_such_drop' }, status: 404 }
  const { name, theme, totalUnits: total } = run
  if (number < 1 || number > total)
    return { ...base, result: { kind: 'no_such_number', name, theme, total, number }, status: 404 }
  return { ...base, result: await unitResult(shop, run, number, false), status: 200 }
}

async function unitResult(shop: Shop, run: Drop, number: number, isCertified: boolean) {
  const { slug, name, theme, dropNumber, totalUnits: total } = run
  return {
    kind: 'unit' as const,
    slug,
    name,
    theme,
    dropNumber,
    total,
    number,
    isCertified,
    // Only for who has the code: a number alone must not give it away.
    square: isCertified ? checkSquare(shop, shop.certify(slug, number)) : null,
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

/** A look-up by drop and number. A drop is chosen from a list, or named where the list is too long for that. */
const numberInput = z.object({
  drop: z.string(lookupErrors.noDrop).trim().min(1, lookupErrors.noDrop).max(80, lookupErrors.noDrop),
  number: z
    .string(lookupErrors.noNumber)
    .trim()
    .regex(/^\d{1,4}$/, lookupErrors.noNumber)
    .transform(Number),
})

const codeInput = z.object({
  code: z.string(lookupErrors.noCode).trim().min(1, lookupErrors.noCode).max(80, lookupErrors.longCode),
})
