import { expect } from 'vitest'
import { consoleTitle } from '#app/kit/brand.ts'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

test('a sheet has one title: that of its handle, of what it shows, or of what went wrong', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const { cookie: Cookie } = await givenStaff(ctx, 'owner')
  const titlesOf = async (path: string) => {
    const html = await (await ask(`/staff${path}`, { headers: { Cookie } })).text()
    return [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)
  }
  expect(await titlesOf('')).toEqual([consoleTitle('Today')])
  expect(await titlesOf('/catalog')).toEqual([consoleTitle('Catalog')])
  expect(await titlesOf('/catalog/patches/new')).toEqual([consoleTitle('New patch')])
  expect(await titlesOf('/catalog/patches/none')).toEqual([consoleTitle('No Such Item')])
  expect(await titlesOf('/no/such')).toEqual([consoleTitle('No Such Sheet')])
})
