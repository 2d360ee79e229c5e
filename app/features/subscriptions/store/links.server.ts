import {
  and,
  asc,
  eq,
  gt,
  isNull,
  sql,
  getTableColumns,
  inArray,
  lte,
  type SQL,
  isNotNull,
  like,
  notInArray,
} from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  confirmUntil,
  consentWords,
  isWaitlist,
  stateOf,
  type Topic,
  type SubscribeInput,
  mayRequestAgain,
  topicParts,
  type TopicKind,
} from '../rules.ts'
import { subscribers, subscriptions, subscriptionTopics } from '../tables.ts'
import { createContext, type LoaderFunctionArgs } from 'react-router'
import { after } from '#app/kit/clock.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { gone, notFound } from '#app/http/errors.ts'
import { openPrivateLink, readLink, signLink } from '#app/http/private-link.server.ts'

type LinkUse = 'confirm' | 'manage'

/** The secret of a private link to a subscription. One that confirms works for seven days. */
export function listToken(
  { sign, now }: Pick<UnitOfWork, 'sign' | 'now'>,
  subscriptionId: string,
  use: LinkUse,
): string {
  const [prefix, subject] = [uses[use], subjectOf(use, subscriptionId)]
  return prefix + subscriptionId + signLink(sign, subject, { madeAt: now, epoch: '' })
}

const uses = { confirm: 'c', manage: 'm' } as const
const subjectOf = (use: LinkUse, id: string) => [`list ${use}`, id] as const

/** The subscription that a secret of ours names. `isExpired`: it was to confirm, some time ago. */
export function readListToken({ sign, now }: Pick<UnitOfWork, 'sign' | 'now'>, token: string) {
  const [, prefix, id = '', secret = ''] = /^([cm])([\da-f-]{36})(.+)$/.exec(token) ?? []
  const use = prefix === uses.confirm ? 'confirm' : 'manage'
  const link = readLink(sign, subjectOf(use, id), secret, { now })
  return link && { id, isExpired: use === 'confirm' && confirmUntil(link.madeAt) <= now }
}

type OwnSubscription = Awaited<ReturnType<typeof present>>

export async function listOwn(db: Db, subscriberId: string): Promise<OwnSubscription[]> {
  const rows = await selectOwn(db)
    .where(eq(subscriptions.subscriberId, subscriberId))
    .orderBy(asc(subscriptions.joinedAt), asc(subscriptions.position))
  return Promise.all(rows.map((row) => present(db, row)))
}

export async function findSubscription(db: Db, id: string): Promise<OwnSubscription | undefined> {
  const [found] = await selectOwn(db).where(eq(subscriptions.id, id))
  return found && present(db, found)
}

/** Safe to repeat. One that was stopped stays stopped. */
export async function confirmSubscription({ tx, now }: Now, id: string): Promise<void> {
  const { confirmedAt, unsubscribedAt } = subscriptions
  await tx
    .update(subscriptions)
    .set({ confirmedAt: now })
    .where(and(eq(subscriptions.id, id), isNull(confirmedAt), isNull(unsubscribedAt)))
}

export type Stopping = 'this' | 'all' | { id: string }

/** Stops subscriptions of the owner of one, at once and without a question. Safe to repeat. */
export async function unsubscribe(
  work: Now,
  own: { id: string; subscriberId: string },
  what: Stopping,
): Promise<void> {
  const id = what === 'this' ? own.id : what === 'all' ? undefined : what.id
  const isNamed = id === undefined ? undefined : eq(subscriptions.id, id)
  await end(work, and(eq(subscriptions.subscriberId, own.subscriberId), isNamed))
}

type Now = Pick<UnitOfWork, 'tx' | 'now'>

/** Ends subscriptions, with the names that were given for them. */
async function end({ tx, now }: Now, which: SQL | undefined): Promise<number> {
  const ended = await tx
    .update(subscriptions)
    .set({ unsubscribedAt: now, name: null })
    .where(and(which, isNull(subscriptions.unsubscribedAt)))
    .returning({ id: subscriptions.id })
  return ended.length
}

function selectOwn(db: Db) {
  return db
    .select({
      id: subscriptions.id,
      subscriberId: subscriptions.subscriberId,
      email: subscribers.email,
      topic: subscriptions.topic,
      position: subscriptions.position,
      joinedAt: subscriptions.joinedAt,
      requestedAt: subscriptions.requestedAt,
      confirmedAt: subscriptions.confirmedAt,
      unsubscribedAt: subscriptions.unsubscribedAt,
      consent: subscriptions.consentWords,
      title: subscriptionTopics.title,
      path: subscriptionTopics.path,
      theme: subscriptionTopics.theme,
    })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, subscriptions.topic))
    .$dynamic()
}

async function present(db: Db, row: Awaited<ReturnType<typeof selectOwn>>[number]) {
  const state = stateOf(row)
  const isInLine = state === 'confirmed' && isWaitlist(row.topic)
  return { ...row, state, position: isInLine ? await placeOf(db, row.topic, row.position) : null }
}

/** Returns nothing, so that nobody can learn from it who is on a list. A second press within a minute sends no second mail. */
export async function joinWaitlist(work: UnitOfWork, form: SubscribeInput): Promise<void> {
  const { tx, now, enqueue } = work
  const subscriberId = await lockSubscriber(tx, form.email, now)
  const consent = {
    name: form.name ?? null,
    consentVersion: form.consent,
    consentWords: consentWords[form.consent][topicParts(form.topic).kind],
    requestedAt: now,
  }
  const [known] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.subscriberId, subscriberId), eq(subscriptions.topic, form.topic)))

  let id = known?.id
  if (!known) {
    const fresh = { subscriberId, topic: form.topic, joinedAt: now, ...consent }
    const [made] = await tx.insert(subscriptions).values(fresh).returning({ id: subscriptions.id })
    id = made?.id
  } else if (stateOf(known) === 'ended') {
    // Somebody who left gave up the place: they join at the end and confirm again.
    const again = {
      ...consent,
      joinedAt: now,
      confirmedAt: null,
      unsubscribedAt: null,
      position: sql`default`,
    }
    await tx.update(subscriptions).set(again).where(eq(subscriptions.id, known.id))
  } else {
    if (!mayRequestAgain(known.requestedAt, now)) return
    // What a confirmed owner agreed to stays as it was: anybody could have sent this form.
    const change = stateOf(known) === 'pending' ? consent : { requestedAt: now }
    await tx.update(subscriptions).set(change).where(eq(subscriptions.id, known.id))
  }
  await enqueue('mail-subscription', { subscriptionId: id, requestedAt: now.toISOString() })
}

/** The row of an address, made if it is new, and locked: two forms of the same address take turns. */
async function lockSubscriber(tx: Db, email: string, now: Date): Promise<string> {
  const [subscriber] = await tx
    .insert(subscribers)
    .values({ email, createdAt: now })
    .onConflictDoUpdate({ target: subscribers.email, set: { email } })
    .returning({ id: subscribers.id })
  if (!subscriber) throw new Error('The subscriber was not stored')
  return subscriber.id
}

type TopicFacts = { title: string; path: string; theme: string }

export type FindTopic = (db: Db, topic: Topic, now: Date) => Promise<TopicFacts | undefined>

export const findTopicContext = createContext<FindTopic>(async () => undefined)

export async function recordTopic(db: Db, topic: Topic, facts: TopicFacts): Promise<void> {
  await db
    .insert(subscriptionTopics)
    .values({ topic, ...facts })
    .onConflictDoUpdate({ target: subscriptionTopics.topic, set: facts })
}

export async function findTopicTitle(db: Db, topic: Topic): Promise<string | undefined> {
  const [found] = await db
    .select({ title: subscriptionTopics.title })
    .from(subscriptionTopics)
    .where(eq(subscriptionTopics.topic, topic))
  return found?.title
}

export function forgetUnconfirmed({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const { confirmedAt, requestedAt } = subscriptions
  return forget(tx, and(isNull(confirmedAt), lte(requestedAt, after(now, -keepMs))))
}

export function forgetEnded({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  return forget(tx, lte(subscriptions.unsubscribedAt, after(now, -keepMs)))
}

/** People who are on no list any more go with their last subscription. */
async function forget(tx: Db, which: SQL | undefined): Promise<number> {
  const gone = await tx.delete(subscriptions).where(which).returning({ id: subscriptions.id })
  const { subscriberId } = subscriptions
  await tx
    .delete(subscribers)
    .where(sql`not exists (select from ${subscriptions} where ${subscriberId} = ${subscribers.id})`)
  return gone.length
}

export function listSubscriptionsOf(db: Db, email: string) {
  const { id: _i, subscriberId: _s, position: _p, ...shown } = getTableColumns(subscriptions)
  return db
    .select({ email: subscribers.email, ...shown })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(eq(subscribers.email, email.toLowerCase()))
    .orderBy(asc(subscriptions.joinedAt))
}

export function deleteSubscriptionsOf({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  const isTheirs = eq(subscribers.email, email.toLowerCase())
  const owner = tx.select({ id: subscribers.id }).from(subscribers).where(isTheirs)
  return forget(tx, inArray(subscriptions.subscriberId, owner))
}

export function countLists(db: Db) {
  const { confirmedAt, unsubscribedAt, topic } = subscriptions
  const confirmed = sql<number>`(count(*) filter (where ${confirmedAt} is not null and ${unsubscribedAt} is null))::int`
  return db
    .select({
      topic,
      title: subscriptionTopics.title,
      confirmed,
      pending: sql<number>`(count(*) filter (where ${confirmedAt} is null and ${unsubscribedAt} is null))::int`,
      ended: sql<number>`(count(*) filter (where ${unsubscribedAt} is not null))::int`,
    })
    .from(subscriptions)
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, topic))
    .groupBy(topic, subscriptionTopics.title)
    .orderBy(sql`${confirmed} desc`, asc(topic))
}

export async function findAddresses(db: Db, text: string, max: number) {
  const people = await db
    .select({ id: subscribers.id, email: subscribers.email })
    .from(subscribers)
    .where(sql`strpos(${subscribers.email}, ${text.toLowerCase()}) > 0`)
    .orderBy(asc(subscribers.email))
    .limit(max)
  const ids = people.map(({ id }) => id)
  const lists = await db
    .select({
      subscriberId: subscriptions.subscriberId,
      topic: subscriptions.topic,
      title: subscriptionTopics.title,
      joinedAt: subscriptions.joinedAt,
      confirmedAt: subscriptions.confirmedAt,
      unsubscribedAt: subscriptions.unsubscribedAt,
    })
    .from(subscriptions)
    .leftJoin(subscriptionTopics, eq(subscriptionTopics.topic, subscriptions.topic))
    .where(inArray(subscriptions.subscriberId, ids))
    .orderBy(asc(subscriptions.joinedAt))
  return people.map((person) => ({
    ...person,
    lists: lists
      .filter(({ subscriberId }) => subscriberId === person.id)
      .map((list) => ({ ...list, state: stateOf(list) })),
  }))
}

export async function removeFromLists(
  work: Now,
  { subscriberId, topic }: { subscriberId: string; topic?: Topic | undefined },
) {
  const isNamed = topic === undefined ? undefined : eq(subscriptions.topic, topic)
  const lists = await end(work, and(eq(subscriptions.subscriberId, subscriberId), isNamed))
  return lists > 0 ? { ok: true as const, lists } : refuse('not_on_list')
}

export function listMembers(db: Db, topic: Topic, { after = 0, max }: { after?: number; max: number }) {
  const { position, joinedAt, confirmedAt, consentVersion } = subscriptions
  return db
    .select({ email: subscribers.email, position, joinedAt, confirmedAt, consentVersion })
    .from(subscriptions)
    .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
    .where(and(inLine(topic), gt(position, after)))
    .orderBy(asc(position))
    .limit(max)
}

/** Throws a page in words: 410 for a link that has expired, 404 for one that was never ours. A wrong link counts as a guess. */
export async function requireLink({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>) {
  const { db, limits, sign, now } = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const find = async (secret: string) => {
    const link = readListToken({ sign, now: now() }, secret)
    if (link?.isExpired) throw linkExpired()
    return link && findSubscription(db, link.id)
  }
  return { own: await openPrivateLink({ limits, address, token }, find, linkNotFound), token }
}

function linkExpired() {
  return gone('This Link Has Expired', {
    text: 'A confirmation link works for 7 days. Join the list again and we send you a new one.',
    link: { to: '/subscriptions', label: 'Join Again' },
  })
}

function linkNotFound() {
  return notFound('Link Not Found', {
    text: 'Open the link from our mail in full. If it was some time ago, the subscription may have been deleted since.',
    link: { to: '/subscriptions', label: 'Subscriptions' },
  })
}

type Waiter = { subscriptionId: string; email: string; name: string | null; position: number }

/** A select for the statements that sell what they wait for: whoever confirms or leaves counts from that commit on. `topic` is an SQL text. */
export function waitersOn(topic: SQL): SQL {
  return sql`
    select waiting.id as subscription_id, person.email, waiting.name, waiting.position
    from ${subscriptions} waiting join ${subscribers} person on person.id = waiting.subscriber_id
    where waiting.topic = ${topic} and waiting.confirmed_at is not null and waiting.unsubscribed_at is null`
}

export async function listWaiters(db: Db, waiters: SQL, max: number): Promise<Waiter[]> {
  const { rows } = await db.execute<Omit<Waiter, 'position'> & { position: string }>(sql`
    select subscription_id as "subscriptionId", email, name, position
    from (${waiters}) waiter order by position limit ${max}`)
  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}

export async function listTopicsWithWaiters(db: Db, kind: TopicKind): Promise<Topic[]> {
  const rows = await db
    .selectDistinct({ topic: subscriptions.topic })
    .from(subscriptions)
    .where(and(like(subscriptions.topic, `${kind}:%`), isConfirmed))
  return rows.map(({ topic }) => topic)
}

export function countWaitlist(db: Db, topic: Topic, except: readonly number[] = []): Promise<number> {
  return db.$count(subscriptions, and(inLine(topic), notInArray(subscriptions.position, [...except])))
}

/** Ends the wait of those who had their turn, whatever came of it: who wants another one joins again, at the end. */
export async function endTurns(work: UnitOfWork, positions: readonly number[]) {
  await end(work, inArray(subscriptions.position, [...positions]))
}

function placeOf(db: Db, topic: Topic, position: number): Promise<number> {
  return db.$count(subscriptions, and(inLine(topic), lte(subscriptions.position, position)))
}

const isConfirmed = and(isNotNull(subscriptions.confirmedAt), isNull(subscriptions.unsubscribedAt))

function inLine(topic: Topic): SQL | undefined {
  return and(eq(subscriptions.topic, topic), isConfirmed)
}
