import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect } from 'vitest'
import { trustPackages } from '../tables.ts'
import { recordClaim } from '../../claims/store.server.ts'
import { givenReference, givenSample } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenShop, visit } from '#test/visit.ts'
import Trust, { loader } from './trust.tsx'

async function render(ctx: TestContext) {
  const data = await loader(visit(givenShop(ctx), { path: '/trust' }))
  const Stub = createRoutesStub([
    { id: 'trust', path: '/trust', Component: Trust as unknown as ComponentType },
  ])
  return renderToStaticMarkup(
    <Stub initialEntries={['/trust']} hydrationData={{ loaderData: { trust: data } }} />,
  )
}

test('the page can order the pack and add it to a build, and says where a free one is', async ({ ctx }) => {
  await givenSample(ctx.db, ctx.now())
  const html = await render(ctx)
  expect(html.match(/<form[^>]* action="\/trust\/buy"/g)).toHaveLength(2)
  expect(html.match(/<a[^>]* href="\/build\?trust=yes#platforms"/g)).toHaveLength(2)
  expect(html).toContain(
    'Free when you reserve your build’s slot: it comes once your transfer form is filed.',
  )
  for (const words of ['Add to My Build', 'Build Custom + Add Trust', 'Its pack is free'])
    expect(html).toContain(words)
})

test('packages are shown as stored', async ({ ctx }) => {
  await givenSample(ctx.db, ctx.now())
  await ctx.db.update(trustPackages).set({ priceCents: 3_450 })
  expect(await render(ctx)).toContain('$34<sup')
})

test('both checklists have four items, and legal claims have a date', async ({ ctx }) => {
  await givenReference(ctx.db)
  await recordClaim(ctx.db, {
    key: 'marking.maker',
    text: 'The maker marks the metal.',
    figure: 'maker',
    source: 'https://example.org/keep',
    reviewedOn: '2026-11-18',
    effectiveFrom: null,
    effectiveTo: null,
    period: '',
  })
  const html = await render(ctx)
  expect(html.match(/type="checkbox"/g)).toHaveLength(8)
  expect(html).toContain('The maker marks the metal.')
  expect(html).toContain('dateTime="2026-11-18">Nov 18, 2026</time>')
})

test('without packages the page explains the trust and shows no price', async ({ ctx }) => {
  await givenReference(ctx.db)
  const html = await render(ctx)
  expect(html).toContain('What’s included')
  expect(html).not.toContain('Two ways to buy')
  expect(html).not.toContain('class="price')
})
