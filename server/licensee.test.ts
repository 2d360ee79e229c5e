import { globSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { postalLine, type ShopFacts, sellerLines, unsetFacts } from '#app/facts/facts.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { requestLetter } from '#app/features/dealers/jobs.server.ts'
import { firearmSheets } from '#app/features/dealers/rules.ts'
import { askDealer, chooseForOrder } from '#app/features/dealers/store/requests.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { brand } from '#app/kit/brand.ts'
import { renderMail } from '#app/mail/letter.ts'
import { test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenShop, heldOrder } from '#test/visit.ts'

const licensee: ShopFacts = {
  ...unsetFacts(),
  legalName: 'Biscayne Arms Works LLC',
  licenseLine: 'Federal firearms license 07, no. 1-59-086-07-4A-01234',
  street: '1 Harbor Way',
  zip: '33139',
}

const sources = globSync('{app,server,db}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
const isLettering = (file: string) => file.startsWith('app/art/pantograph/')
const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('the brand is written in one constant, and in the sample catalog', () => {
  const named = sources
    .filter((file) => !isLettering(file) && !file.startsWith('db/'))
    .filter((file) => withoutComments(readFileSync(file, 'utf8')).includes('PACo'))
  expect(named).toEqual(['app/kit/brand.ts'])
})

test('no mail template or document writes the brand where it names a maker or seller', () => {
  const papers = sources.filter(
    (file) =>
      !file.startsWith('app/features/setup/') &&
      (/\/documents\/|^app\/mail\/|\/(words|mails)(\/|\.ts$)/.test(file) ||
        readFileSync(file, 'utf8').includes('/mail/letter.ts')),
  )
  expect(papers.length).toBeGreaterThan(30)
  for (const file of papers)
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (/\bbrand\b/.test(line))
        expect(line, file).not.toMatch(/label: '|\b(maker|seller|transferor|licensee|sold by|made by)\b/i)
})

test('a dealer reads the licensee as maker and seller, with its license, and every mail ends with its address', () => {
  const [sheet] = firearmSheets([
    {
      fulfillment: 'ffl_transfer',
      title: 'Test Drop, number 2',
      detail: '',
      itemClass: 'sbr',
      firearm: { model: 'AR-15', caliber: '5.56 NATO', barrel: '10.3 in', overall: '' },
      returnedAt: null,
    },
  ])
  if (!sheet) throw new Error('There is no firearm')
  const request = { dealer: null, until: 'Dec 1', link: 'https://shop.example/x', isReminder: false }
  const letter = requestLetter(licensee, [sheet], { orderId: '7K2MXR', ...request })
  const { html, text } = renderMail(letter, licensee)
  expect(text).toContain(`Maker: ${licensee.legalName}`)
  expect(text).toContain(`Seller: ${postalLine(licensee)}`)
  expect(text).toContain(`License: ${licensee.licenseLine}`)
  expect(html).toContain(licensee.licenseLine)
  expect(text).not.toMatch(new RegExp(`(Maker|Seller): ${brand}`))
  expect(text.trimEnd().endsWith(postalLine(licensee))).toBe(true)
})

test('pages name the licensee at their foot and to search engines, and keep the brand in their titles', async ({
  ctx,
}) => {
  await givenDrop(ctx.db)
  const { ask } = await givenSite(ctx, {}, (shop) => ({ ...shop, facts: () => licensee }))
  const home = await (await ask('/')).text()
  expect(home).toContain(postalLine(licensee))
  expect(home).toContain(licensee.licenseLine)
  expect(home).toContain(`"legalName":"${licensee.legalName}"`)
  expect(home).toContain(`<title>${brand} |`)
  expect(sellerLines(licensee).map(({ value }) => value)).toEqual([
    postalLine(licensee),
    licensee.licenseLine,
  ])
})

test('no dealer is asked before the licensee is typed', async ({ ctx }) => {
  const shop = givenShop(ctx)
  await givenDrop(ctx.db)
  const { orderId } = await heldOrder(shop)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  const named = { dealerName: 'Corner Arms', dealerCity: 'Tampa', dealerState: 'FL' }
  await chooseForOrder(shop, ordersOnSale, orderId, named)
  const order = await findOrder(ctx.db, orderId)
  if (!order) throw new Error('There is no order')
  const request = () =>
    transact(ctx, (work) => askDealer(work, order, { email: 'd@example.com', source: 'staff', by: 'sam' }))
  await ctx.db.delete(shopFacts)
  expect(await request()).toEqual({ ok: false, why: 'no_licensee' })
  await ctx.db.insert(shopFacts).values({ ...licensee, changedAt: ctx.now(), changedBy: 'M. Owner' })
  expect(await request()).toMatchObject({ ok: true })
})

test('every sheet says that payments are a sandbox and mail is not sent, until both are real', async ({
  ctx,
}) => {
  const real = await givenSite(ctx, {}, (shop) => ({
    ...shop,
    gateway: { ...shop.gateway, name: 'manual' },
    mailboxFolder: null,
  }))
  const trial = await givenSite(ctx, {}, (shop) => ({ ...shop, mailboxFolder: '/mails' }))
  const { cookie: Cookie } = await givenStaff(ctx, 'desk')
  const read = async ({ ask }: typeof real, path: string) => (await ask(path, { headers: { Cookie } })).text()
  for (const path of ['/staff', '/staff/orders', '/staff/inbox']) {
    const page = await read(trial, path)
    expect(page, path).toContain('Payments are a sandbox: no money moves.')
    expect(page, path).toContain('Mail is not sent: it is kept in files.')
    expect(await read(real, path), path).not.toMatch(/Payments are a sandbox|Mail is not sent/)
  }
})
