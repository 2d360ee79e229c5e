import { parseForm } from '#app/http/form.ts'
import type { Shop } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { artVersion, type Drop } from '../../drops/store.server.ts'
import { codeInput, numberInput } from '../input.ts'
import { linePath } from '../rules.ts'
import { findStanding, readCertificate } from '../store.server.ts'

/** What the registry says to a question. */
export type Answer =
  | Awaited<ReturnType<typeof unitAnswer>>
  | { kind: 'forged'; typed: string }
  | { kind: 'no_such_number'; name: string; theme: Drop['theme']; total: number; number: number }
  | { kind: 'no_such_drop' }
  | { kind: 'limited'; text: string }

/** An answer, or what is wrong with the question, with what was typed. */
export type Answered = {
  answer: Answer | null
  fieldErrors: Record<string, string[] | undefined>
  given: { drop: string; number: string; code: string }
  status: 200 | 404 | 422 | 429
  retryAfterSeconds?: number
}

/** Answers the question in an address. An address without one has an empty answer. */
export async function answerQuestion(
  shop: Shop,
  runs: readonly Drop[],
  query: URLSearchParams,
  visitor: string,
): Promise<Answered> {
  const asked = (name: string) => query.get(name) ?? ''
  const given = { drop: asked('drop'), number: asked('number'), code: asked('code') }
  const said = { fieldErrors: {}, given, answer: null }
  if (!query.has('code') && !query.has('number') && !query.has('drop')) return { ...said, status: 200 }

  const fields = new FormData()
  for (const [name, value] of query) fields.set(name, value)
  const parsed = query.has('code') ? parseForm(codeInput, fields) : parseForm(numberInput, fields)
  if (!parsed.ok) return { ...said, fieldErrors: parsed.fieldErrors, status: 422 }

  const verdict = await shop.limits.take('certificateCheck', visitor)
  if (!verdict.ok) {
    const { retryAfterSeconds } = verdict
    return {
      ...said,
      retryAfterSeconds,
      answer: { kind: 'limited', text: tooManyWords(retryAfterSeconds) },
      status: 429,
    }
  }
  if ('code' in parsed.value) {
    const genuine = readCertificate(shop.certify, runs, parsed.value.code)
    if (!genuine) return { ...said, answer: { kind: 'forged', typed: parsed.value.code }, status: 200 }
    return { ...said, answer: await unitAnswer(shop, genuine.run, genuine.number, true), status: 200 }
  }
  const { drop: slug, number } = parsed.value
  const run = runs.find((each) => each.slug === slug)
  if (!run) return { ...said, answer: { kind: 'no_such_drop' }, status: 404 }
  const { name, theme, totalUnits: total } = run
  if (number < 1 || number > total)
    return { ...said, answer: { kind: 'no_such_number', name, theme, total, number }, status: 404 }
  return { ...said, answer: await unitAnswer(shop, run, number, false), status: 200 }
}

async function unitAnswer(shop: Shop, run: Drop, number: number, isCertified: boolean) {
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
    launchDay: run.launchDate && formatDay(run.launchDate, shop.timeZone),
    standing: await findStanding(shop.db, run, number),
    art: linePath(slug, number, artVersion(run)),
  }
}
