import type { Db } from '#app/db/db.server.ts'
import { refundPolicyVersions, termsVersions } from '#app/features/orders/refunds.ts'
import type { Shop } from '#app/http/context.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { type Cited, fillClaims } from '../pages/rules.ts'
import { findCited } from '../pages/store.server.ts'
import { fillText, parseText, type policyFactNames, type Text, type TextKey } from './rules.ts'
import { findPublished } from './store.server.ts'

const files = import.meta.glob<string>('/content/*.md', { query: '?raw', import: 'default', eager: true })

export function programText(key: TextKey): string {
  const text = files[`/content/${key}.md`]
  if (text === undefined) throw new Error(`content/${key}.md is missing`)
  return text
}

export type ProgramVersion = { version: string; since: string }

const firstVersion: readonly ProgramVersion[] = [{ version: '2026-11', since: '2026-11-20' }]
const policyVersions: Partial<Record<TextKey, readonly ProgramVersion[]>> = {
  terms: termsVersions,
  refunds: refundPolicyVersions,
  privacy: [
    { version: '2026-11.4', since: '2026-11-29' },
    { version: '2026-11.3', since: '2026-11-23' },
    { version: '2026-11.2', since: '2026-11-23' },
    ...firstVersion,
  ],
  accessibility: [{ version: '2026-11.2', since: '2026-11-23' }, ...firstVersion],
}

/** The versions that came with the program, newest first. Those of terms and refunds are stored on orders. */
export function programVersions(key: TextKey): readonly ProgramVersion[] {
  return policyVersions[key] ?? firstVersion
}

export async function findInForce(db: Db, key: TextKey): Promise<{ version: string; markdown: string }> {
  const published = await findPublished(db, key)
  return published ?? { version: programVersions(key)[0]?.version ?? '', markdown: programText(key) }
}

export async function showText(
  shop: Pick<Shop, 'db' | 'now' | 'timeZone'>,
  key: TextKey,
  written?: string,
): Promise<{ text: Text; cited: Cited }> {
  const markdown = written ?? (await findInForce(shop.db, key)).markdown
  const cited = await findCited(shop, [markdown])
  return { text: fillText(parseText(markdown), fillClaims(cited)), cited }
}

type PolicyFacts = Partial<Record<(typeof policyFactNames)[number], string | undefined>>

export async function showPolicy(shop: Shop, key: TextKey, written?: string): Promise<Text> {
  const { db, now, timeZone, gateway, schedulingWidgetUrl } = shop
  const claims = await findClaims(
    db,
    ['age.sbr', 'deposit.reservation', 'support.email', 'support.postal', 'support.hours'],
    now(),
    timeZone,
  )
  const facts: Record<string, string | undefined> = {
    age: claims['age.sbr']?.figure,
    deposit: claims['deposit.reservation']?.figure,
    email: claims['support.email']?.figure,
    postal: claims['support.postal']?.text,
    hours: claims['support.hours']?.figure,
    ...outsideFacts({
      cardForm: gateway.checkout.kind === 'hosted-fields' ? hostOf(gateway.checkout.host) : undefined,
      calendar: schedulingWidgetUrl ? hostOf(schedulingWidgetUrl) : undefined,
    }),
  } satisfies PolicyFacts
  const markdown = written ?? (await findInForce(db, key)).markdown
  return fillText(parseText(markdown), (name) => facts[name])
}

type Outsiders = { cardForm?: string | undefined; calendar?: string | undefined }

export function outsideFacts({ cardForm, calendar }: Outsiders) {
  const list = [cardForm && 'the card form at checkout', calendar && 'the calendar of classes'].filter(
    Boolean,
  )
  const words = list.join(' and ')
  return {
    cardForm,
    calendar,
    outsiders: String(list.length),
    outsidersNote: words
      ? `${words[0]?.toUpperCase()}${words.slice(1)}. Everything else is our own.`
      : 'Fonts, pictures and scripts are our own.',
  }
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
