import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import Detail, { loader as detail } from '#app/features/drops/routes/detail.tsx'
import { attach, setRole } from '#app/features/photos/store/library.server.ts'
import { photos } from '#app/features/photos/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPublished, slug, variant } from '#test/drop-plans.ts'
import { givenShop, visit } from '#test/visit.ts'
import Drop, { loader as sheet } from './routes/drop.tsx'

const night = { ...variant, id: '33333333-3333-4333-8333-333333333333', name: 'Night', finish: 'black' }
const field = { kind: 'variant', key: variant.id } as const
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]

async function given(ctx: TestContext) {
  await givenPublished(ctx, { variants: [variant, night] })
  const taken = { width: 640, height: 480, color: '#888888', addedAt: ctx.now(), addedBy: 'sam' }
  await ctx.db.insert(photos).values([
    { ...taken, hash: first, alt: 'Field on a bench' },
    { ...taken, hash: second, alt: 'Field from behind' },
  ])
  for (const hash of [first, second]) await transact(ctx, (work) => attach(work, field, hash))
}

function shown(Page: (props: never) => ReactElement, loaderData: unknown): string {
  const Loose = Page as unknown as (props: { loaderData: unknown }) => ReactElement
  const Stub = createRoutesStub([{ path: '*', Component: () => <Loose loaderData={loaderData} /> }])
  return renderToString(<Stub initialEntries={['/']} />).replaceAll('<!-- -->', '')
}

const at = (ctx: TestContext, path: string) => visit(givenShop(ctx), { path, params: { slug } })
const publicPage = async (ctx: TestContext) => shown(Detail, await detail(at(ctx, `/drops/${slug}`)))
const times = (html: string, text: string) => html.split(text).length - 1

test('the cover of a variant is in its row and replaces its drawn receiver; its other photographs are below', async ({
  ctx,
}) => {
  await given(ctx)
  const html = await publicPage(ctx)
  expect(times(html, 'receiver-1-640.webp')).toBe(1)
  expect(html).not.toContain('receiver-0-640.webp')
  expect(times(html, 'alt="Field on a bench"')).toBe(1)
  expect(html).toMatch(/<ul[^>]*aria-label="Photographs of the variants".*alt="Field from behind"/)
  const picture = /<img[^>]*alt="Field on a bench"[^>]*>/.exec(html)?.[0]
  for (const text of ['width="640"', 'height="480"']) expect(picture).toContain(text)
})

test('a variant whose photographs are all in the gallery keeps its drawing', async ({ ctx }) => {
  await given(ctx)
  await transact(ctx, (work) => setRole(work, field, first, 'gallery'))
  const html = await publicPage(ctx)
  expect(html).toContain('receiver-0-640.webp')
  expect(times(html, 'alt="Field on a bench"')).toBe(1)
})

test('the sheet of a drop has the photographs of each variant, and its row leads to them', async ({
  ctx,
}) => {
  await given(ctx)
  const html = shown(Drop, await sheet(at(ctx, `/staff/drops/${slug}`)))
  expect(html).toMatch(new RegExp(`<a[^>]*href="#photos-${variant.id}"[^>]*>2 photographs</a>`))
  expect(html).toMatch(new RegExp(`<a[^>]*href="#photos-${night.id}"[^>]*>no photograph</a>`))
  expect(html).toMatch(
    new RegExp(`id="photos-${variant.id}".*alt="Field on a bench".*id="photos-${night.id}"`),
  )
  for (const { id } of [variant, night]) expect(html).toContain(`name="subject" value="variant:${id}"`)
})
