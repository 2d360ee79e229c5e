import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, vi } from 'vitest'
import { askArt, answerOf, givenShop, visit } from '#test/visit.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { smallBatchSlots } from '../tables.ts'
import * as line from './release.tsx'
import * as lines from './releases.tsx'

async function given(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenSample(shop.db, ctx.now())
  return shop
}

function words(page: ReactElement): string {
  const Stub = createRoutesStub([{ path: '*', Component: () => page }])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}

async function listPage(ctx: TestContext) {
  const Page = lines.default as unknown as (props: { loaderData: unknown }) => ReactElement
  const loaderData = await lines.loader(visit(givenShop(ctx), { path: '/small-batch' }))
  // Making a formatter holds a browser up, so the loader has written every date.
  using formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  const html = words(<Page loaderData={loaderData} />)
  expect(formats).not.toHaveBeenCalled()
  return html
}

const releasePath = (name: string) => ({ path: `/small-batch/${name}`, params: { line: name } })

test('the page lists the three windows with prices and slots left', async ({ ctx }) => {
  await given(ctx)
  const html = await listPage(ctx)
  for (const text of ['15-unit window', '10-unit window', '8-unit window']) expect(html).toContain(text)
  expect(html).toContain('6 of 15 slots left, open until Dec 13, 2026.')
  expect(html).toContain('Today, Nov 20, 2026')
  expect(html.match(/>Join Build Window<span class="sr-only">: /g)).toHaveLength(3)
  expect(html.indexOf('Guerrilla')).toBeLessThan(html.indexOf('Cyber'))
})

test('without a release the page says so', async ({ ctx }) => {
  expect(await listPage(ctx)).toContain('No build window is scheduled right now.')
})

test('a taken slot is no longer offered on the release page', async ({ ctx }) => {
  const shop = await given(ctx)
  const before = await line.loader(visit(shop, releasePath('guerrilla')))
  await shop.db.update(smallBatchSlots).set({ state: 'taken' })
  const later = await line.loader(visit(shop, releasePath('guerrilla')))
  expect([before.release.remaining, before.release.status]).toEqual([6, 'open'])
  expect([later.release.remaining, later.release.status]).toEqual([0, 'full'])
  expect(later.release.art.wide).not.toBe(before.release.art.wide)
})

test('an expired hold counts as open', async ({ ctx }) => {
  const shop = await given(ctx)
  const heldUntil = after(ctx.now(), -1)
  await shop.db.update(smallBatchSlots).set({ state: 'held', orderId: 'ABC', heldUntil })
  const { release } = await line.loader(visit(shop, releasePath('outlaw')))
  expect(new Set(release.slots)).toEqual(new Set(['open']))
})

test('a past window shows as closed', async ({ ctx }) => {
  const shop = await given(ctx)
  ctx.setNow(after(ctx.now(), 400 * day))
  const later = givenShop(ctx)
  const { release } = await line.loader(visit(later, releasePath('cyber')))
  expect(release.status).toBe('closed')
  expect(shop.db).toBe(later.db)
})

test('an unknown release is a 404', async ({ ctx }) => {
  const shop = await given(ctx)
  expect((await answerOf(() => line.loader(visit(shop, releasePath('noir'))))).status).toBe(404)
})

test('the drawing of a release has one stroke per slot, and is lit in part before it opens', async ({
  ctx,
}) => {
  const shop = await given(ctx)
  const drawn = await askArt(shop, 'small-batch/cyber/card.svg')
  expect(drawn.status).toBe(200)
  const svg = await drawn.text()
  expect(svg.match(/data-u="/g)).toHaveLength(8)
  expect(svg).toContain('class="art art-cyber art-tease"')
  expect((await askArt(shop, 'small-batch/cyber/poster.svg')).status).toBe(404)
})

test('a release page has its own metadata, and all pages are shared', async ({ ctx }) => {
  const shop = await given(ctx)
  const loaderData = await line.loader(visit(shop, releasePath('outlaw')))
  const head = JSON.stringify(line.meta({ loaderData } as never))
  expect(head).toContain('http://shop.test/small-batch/outlaw')
  expect(line.headers()).toEqual(lines.headers())
})
