import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenShop, visit } from '#test/visit.ts'
import { patches } from '../tables.ts'
import Detail, { loader } from './detail.tsx'

const slug = 'test-drop'

async function pageWith(
  ctx: TestContext,
  drop: Parameters<typeof givenDrop>[1],
  ...sold: Omit<typeof patches.$inferInsert, 'dropId'>[]
): Promise<string> {
  const { id: dropId } = await givenDrop(ctx.db, drop)
  await ctx.db.insert(patches).values(sold.map((patch) => ({ ...patch, dropId })))
  const loaderData = await loader(visit(givenShop(ctx), { path: `/drops/${slug}`, params: { slug } }))
  const Page = Detail as unknown as (props: { loaderData: typeof loaderData }) => React.ReactElement
  const Stub = createRoutesStub([{ path: '*', Component: () => <Page loaderData={loaderData} /> }])
  return renderToString(<Stub initialEntries={['/']} />).replaceAll('<!-- -->', '')
}

const field = {
  name: 'Field',
  price: 3_500,
  availableQuantity: 100,
  soldQuantity: 38,
  grantsEarlyAccess: true,
}
const night = { name: 'Night', price: 2_800, availableQuantity: 60, soldQuantity: 60 }

test('a drop shows its patches with price and stock, and a buy button unless sold out', async ({ ctx }) => {
  const html = await pageWith(ctx, {}, field, night)
  for (const text of ['Patch Presale', '62 of 100 left', 'Sold out', '0 of 60 left'])
    expect(html).toContain(text)
  expect(html).toContain('This drop has launched')
  expect(html).not.toContain('>Early access<')
  expect(html).not.toContain('Buy Patch for Early Access')
  expect(html).toMatch(/<a[^>]*href="[^"]*#patches"[^>]*>See the Patches/)
  expect(html).toMatch(/<button(?![^>]*disabled)[^>]*>(?:<[^>]*>)*Add to Cart/)
  expect(html).toMatch(/<button[^>]*disabled[^>]*>(?:<[^>]*>)*Sold Out/)
})

test('before the launch the hero puts the early-access patch into the cart, and says when a code opens it', async ({
  ctx,
}) => {
  const launchDate = new Date('2026-11-20T18:00:00Z')
  const html = await pageWith(ctx, { status: 'coming_soon', launchDate }, night, field)
  expect(html).toMatch(/<form[^>]*action="\/cart\/lines"[^>]*>.*Buy Patch for Early Access/)
  for (const text of [`href="/drops/${slug}/reserve"`, 'Early access is open', 'Reserve with a code'])
    expect(html).toContain(text)
  expect(html).toContain('>Early access<')
  expect(html).toContain('24 hours before launch')
})

test('more than a day before the launch no number leads anywhere', async ({ ctx }) => {
  const launchDate = new Date('2026-11-25T18:00:00Z')
  const html = await pageWith(ctx, { status: 'coming_soon', launchDate }, field)
  for (const text of ['Early access is open', 'Reserve with a code']) expect(html).not.toContain(text)
})

test('early access is offered only where a patch that gives it is left', async ({ ctx }) => {
  const coming = { status: 'coming_soon', launchDate: new Date('2026-11-20T18:00:00Z') } as const
  const html = await pageWith(ctx, coming, { ...field, soldQuantity: 100 }, { ...night, soldQuantity: 0 })
  expect(html).not.toContain('Buy Patch for Early Access')
  expect(html).toMatch(/<a[^>]*href="[^"]*#patches"[^>]*>See the Patches/)
})

for (const status of ['coming_soon', 'live', 'archived'] as const)
  test(`a patch without early access does not say that it has ended, ${status}`, async ({ ctx }) => {
    const html = await pageWith(ctx, { status }, { ...night, soldQuantity: 0 })
    expect(html).toContain('See the Patch<')
    for (const text of ['24 hours before launch', 'no longer give']) expect(html).not.toContain(text)
  })
