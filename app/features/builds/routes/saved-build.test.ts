import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { addBuilds } from '#db/sample/builds.ts'
import { givenReference } from '#test/reference.ts'
import { test } from '#test/db.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { emptySelection } from '../rules.ts'
import { readCatalog, saveBuild } from '../store.server.ts'
import { action } from './saved-build.tsx'

test('a failed email is reported at the email field and sent on the next attempt', async ({ db, ctx }) => {
  const shop = givenShop(ctx)
  await givenReference(db)
  await addBuilds(db, ctx.now())
  const catalog = await readCatalog(db, ctx.now())
  const selection = { ...emptySelection('ar15'), parts: { lower: 'forged-lower', barrel: 'barrel-10-3' } }
  const code = await transact(ctx, (work) => saveBuild(work, selection, catalog))
  const press = () =>
    answerOf(() =>
      action(
        visit(shop, { path: `/builds/${code}`, params: { code }, form: { email: 'buyer@example.com' } }),
      ),
    )
  const working = shop.mailer
  shop.mailer = {
    send: async () => {
      throw new Error('connect ECONNREFUSED')
    },
  }
  expect(await press()).toMatchObject({
    status: 503,
    value: {
      fieldErrors: { email: [expect.stringContaining('We couldn’t send the email.')] },
      given: { email: 'buyer@example.com' },
    },
  })
  shop.mailer = working
  ctx.setNow(after(ctx.now(), minute))
  expect(await press()).toMatchObject({ status: 303 })
  expect(shop.sent).toHaveLength(1)
})
