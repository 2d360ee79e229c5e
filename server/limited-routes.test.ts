// A limit that no route asks for limits nothing: pressed while theirs refuses, these routes refuse, and they do not otherwise.
import { expect } from 'vitest'
import type { LimitName } from '#app/http/limits.server.ts'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

type Press = { path: string; form?: Record<string, string> }

const limited: Partial<Record<LimitName, readonly Press[]>> = {
  certificateCheck: [{ path: '/vault?code=22222222' }],
  saveBuild: [{ path: '/builds', form: { platform: 'ar15', lower: 'forged-lower' } }],
  staffPasskey: [
    { path: '/staff/passkeys/challenge', form: {} },
    { path: '/staff/sign-in/challenge', form: {} },
  ],
}

test('pages refuse while their limit does', async ({ ctx }) => {
  const { shop, ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const press = async ({ path, form }: Press) =>
    (await ask(path, { headers: { Cookie: cookie }, ...(form && { form }) })).status
  const faults: string[] = []
  for (const [limit, presses = []] of Object.entries(limited))
    for (const page of presses) {
      shop.refusing.add(limit as LimitName)
      const refused = await press(page)
      shop.refusing.clear()
      const free = await press(page)
      if (refused !== 429 || free === 429)
        faults.push(`${page.path}: ${refused}, and ${free} without ${limit}`)
    }
  expect(faults).toEqual([])
})
