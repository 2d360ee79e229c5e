import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSite, routeEntries } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

const addresses = routeEntries.filter(({ path }) => path.includes(':')).map(({ path }) => `/${path}`)

// A sign that starts an escape, and what looks like an id to a loose pattern.
test.for(['%25', '-'.repeat(36)])(
  'every route answers the parameter %s, to an owner too',
  { timeout: 120_000 },
  async (odd, { ctx }) => {
    const { ask } = await givenSite(ctx)
    const { cookie } = await givenStaff(ctx, 'owner')
    const faults: string[] = []
    for (const address of addresses) {
      const path = address.replaceAll(/:\w+\??/g, odd).replace('*', odd)
      const { status } = await ask(path, { headers: { Cookie: cookie } })
      if (status >= 500) faults.push(`${path} ${status}`)
    }
    expect(faults).toEqual([])
  },
)
