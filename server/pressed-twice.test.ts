import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, type Table } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { priceChanges } from '#app/catalog/tables.ts'
import { courses, courseSessions, instructors } from '#app/features/courses/tables.ts'
import { dealerLists, dealers, dealerUploads } from '#app/features/dealers/tables.ts'
import { dropDrafts } from '#app/features/drops/tables.ts'
import { staffInvitations, staffRecoveryCodes } from '#app/features/staff/tables.ts'
import { writeDraft } from '#app/features/subscriptions/store/announce.server.ts'
import { writtenAnnouncements } from '#app/features/subscriptions/tables.ts'
import { openFiles } from '#app/files/open-files.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { addDealers } from '#db/sample/load.ts'
import { givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { scannedLicense } from '#test/pdf.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

type Fields = Record<string, string>

const folder = mkdtempSync(join(tmpdir(), 'paco-pressed-'))

async function givenDesk(ctx: TestContext) {
  const files = openFiles({ dataDir: folder, bucket: null }, 'test key')
  const { ask, shop } = await givenSite(ctx, {}, (given) => ({ ...given, dataDir: folder, files }))
  const { cookie: Cookie } = await givenStaff(ctx, 'owner')
  const open = async (path: string) => (await ask(path, { headers: { Cookie } })).text()
  const send = async (path: string, form: Fields) => {
    const answer = await ask(path, { form, headers: { Cookie } })
    return [answer.status, answer.headers.get('Location')]
  }
  const pressOften = async (path: string, typed: Fields, page = path) => {
    const form = { ...typed, ...hiddenIn(await open(page)) }
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(path, form)))
    ctx.setNow(after(ctx.now(), minute))
    answers.push(await send(path, form))
    return answers
  }
  const sendFile = async (path: string, { field, file }: { field: string; file: File }) => {
    const { key = '' } = hiddenIn(await open(path))
    const answers = [1, 2, 3].map(async () => {
      const body = new FormData()
      body.set('key', key)
      body.set(field, file)
      const headers = { Cookie, Origin: 'http://localhost:3000' }
      const answer = await ask(path, { method: 'POST', body, headers })
      return [answer.status, answer.headers.get('Location')]
    })
    return Promise.all(answers)
  }
  return { shop, open, send, pressOften, sendFile }
}

function hiddenIn(html: string): Fields {
  const key = /name="key"[^>]* value="([^"]{16,})"/.exec(html)?.[1]
  return key === undefined ? {} : { key }
}

const inTable = (ctx: TestContext, table: Table) => ctx.db.$count(table)
const sent = (ctx: TestContext, job: string) => ctx.queued.filter((each) => each.job === job).length

const date = {
  course: 'test-course',
  day: '2027-01-09',
  time: '09:00',
  place: 'PACo, Miami, Florida',
  instructor: '',
  capacity: '12',
  closes: '24',
  weeks: '2',
}
const course = {
  verb: 'make',
  position: '2',
  name: 'Low Light',
  slug: 'low-light',
  summary: 'An evening on the range.',
  hours: '4',
  minimumAge: '18',
  liveFireRounds: '0',
  priceCents: '150',
  depositCents: '75',
}
const writing = {
  topic: 'newsletter',
  subject: 'Two weeks of Outlaw',
  body: 'The window opens.',
  button: 'See it',
  path: '/drops',
}

const forms: Record<string, { path: string; typed: Fields; table: Table; rows: number }> = {
  'a date in each of two weeks': { path: 'classes/new', typed: date, table: courseSessions, rows: 3 },
  'a course': { path: 'catalog/courses/new', typed: course, table: courses, rows: 2 },
  'an instructor': {
    path: 'catalog/instructors/new',
    typed: { verb: 'make', name: 'I. Sample', licenses: '' },
    table: instructors,
    rows: 1,
  },
  'a plan of a drop': { path: 'drops/new', typed: { name: 'Outlaw', from: '' }, table: dropDrafts, rows: 1 },
  'a draft of an announcement': {
    path: 'subscriptions/announcements/new',
    typed: { verb: 'write', ...writing },
    table: writtenAnnouncements,
    rows: 1,
  },
}

describe('pressed often, a form makes one', () => {
  test.for(Object.entries(forms))('%s', async ([, { path, typed, table, rows }], { ctx }) => {
    const { pressOften } = await givenDesk(ctx)
    await givenSession(ctx.db)
    const answers = await pressOften(`/staff/${path}`, typed)
    expect(
      answers.map(([status]) => status),
      getTableName(table),
    ).toEqual(answers.map(() => 303))
    expect(new Set(answers.map(([, to]) => to)).size).toBe(1)
    expect(await inTable(ctx, table)).toBe(rows)
  })

  test('a price of an item', async ({ ctx }) => {
    const { pressOften, send, open } = await givenDesk(ctx)
    const gear = { slug: 'gear', name: 'Gear', taxClass: 'goods', position: '1' }
    const category = '/staff/catalog/categories/new'
    await send(category, { verb: 'make', ...gear, ...hiddenIn(await open(category)) })
    const light = {
      id: 'weapon-light',
      name: 'Weapon light',
      description: '1,000 lumen',
      category: 'gear',
      image: 'light',
      caAb1263: 'covered',
      position: '1',
      price: '35',
      stock: '12',
    }
    const item = '/staff/catalog/accessories/new'
    await send(item, { verb: 'make', ...light, ...hiddenIn(await open(item)) })
    const typed = { verb: 'price', cents: '40', startsAt: '' }
    await pressOften('/staff/catalog/accessories/weapon-light', typed)
    expect(await inTable(ctx, priceChanges)).toBe(1)
  })

  test('a test of an announcement', async ({ ctx }) => {
    const { pressOften } = await givenDesk(ctx)
    const work = {
      tx: ctx.db,
      now: ctx.now(),
      enqueue: ctx.enqueueIn(ctx.db),
      announce: () => {},
      sign: ctx.sign,
    }
    const id = await writeDraft(work, { ...writing, topic: 'newsletter' }, 'M. Sample')
    const page = `/staff/subscriptions/announcements/${id}`
    await pressOften(page, { verb: 'test' })
    expect(sent(ctx, 'mail-announcement-test')).toBe(1)
  })

  test('a test message of the setup', async ({ ctx }) => {
    const { pressOften, shop } = await givenDesk(ctx)
    const answers = await pressOften('/staff/setup-shop/mail', { to: 'owner@example.com' })
    expect(answers.at(-1)).toEqual([303, '/staff/setup-shop/mail'])
    expect(shop.sent).toHaveLength(1)
  })

  test('a test charge of the setup', async ({ ctx }) => {
    const { pressOften, shop } = await givenDesk(ctx)
    const answers = await pressOften('/staff/setup-shop/payments', { paymentToken: 'sandbox_approve' })
    expect(answers.at(-1)).toEqual([303, '/staff/setup-shop/payments'])
    const listed = await shop.gateway.listTransactions(after(ctx.now(), -hour), after(ctx.now(), hour))
    expect(listed.map(({ kind }) => kind)).toEqual(['charge', 'refund'])
  })

  test('an invitation', async ({ ctx }) => {
    const { pressOften } = await givenDesk(ctx)
    const answers = await pressOften('/staff/people', {
      verb: 'invite',
      email: 'new@example.com',
      role: 'manager',
    })
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 303))
    expect(await inTable(ctx, staffInvitations)).toBe(1)
    expect(sent(ctx, 'mail-staff-invitation')).toBe(1)
  })

  test('a mail with the link of an order', async ({ ctx }) => {
    const { pressOften, open } = await givenDesk(ctx)
    const { orderId } = await givenPaid(ctx)
    const page = `/staff/orders/${orderId}?do=send_link`
    const revision = / name="revision" value="(\d+)"/.exec(await open(page))?.[1] ?? ''
    await pressOften(`/staff/orders/${orderId}`, { verb: 'send_link', revision }, page)
    expect(sent(ctx, 'mail-order-link')).toBe(1)
  })

  test('a set of recovery codes', async ({ ctx }) => {
    const { send } = await givenDesk(ctx)
    const press = () => send('/staff/account', { codes: 'new' })
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200])
    expect(await inTable(ctx, staffRecoveryCodes)).toBe(10)
  })

  test('a federal dealer list', async ({ ctx }) => {
    const { sendFile } = await givenDesk(ctx)
    const list = [
      'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_SEQN,LICENSE_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE',
      '1,59,86,1,4567,LANE ARMS LLC,1 LANE,MIAMI,FL,33130',
    ].join('\n')
    const file = new File([list], 'list.txt', { type: 'text/plain' })
    const answers = await sendFile('/staff/dealers/import', { field: 'file', file })
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(await inTable(ctx, dealerLists)).toBe(1)
  })

  test('a copy of a license', async ({ ctx }) => {
    const { sendFile, shop } = await givenDesk(ctx)
    await ctx.db.transaction((tx) => addDealers(tx, ctx.now()))
    const [dealer] = await ctx.db.select().from(dealers).limit(1)
    const page = `/staff/dealers/${dealer?.key}`
    const file = new File([new Uint8Array(await scannedLicense())], 'license.pdf')
    const answers = await sendFile(page, { field: 'license', file })
    expect(answers).toEqual(answers.map(() => [303, page]))
    expect(await inTable(ctx, dealerUploads)).toBe(1)
    const stored = []
    for await (const { key } of shop.files.private.list('papers')) stored.push(key)
    expect(stored).toHaveLength(1)
  })
})
