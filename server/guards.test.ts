import { expect } from 'vitest'
import {
  meets,
  type StaffHandle,
  type StaffRight,
  staffRights,
  type StaffRole,
  staffRoles,
} from '#app/features/staff/rules.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite, routeEntries } from '#test/site.ts'
import { givenStaff, type SignedIn } from '#test/staff.ts'

/** The pages that lead in. Nothing else is open to anyone. */
const openPaths = [
  'staff/invitation',
  'staff/setup',
  'staff/sign-in',
  'staff/sign-in/challenge',
  'staff/sign-out',
]

type Module = {
  handle?: StaffHandle
  loader?: unknown
  action?: unknown
  default?: unknown
}
const modules = import.meta.glob<Module>(['../app/features/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'], {
  import: '*',
})

const parents = new Set(routeEntries.map(({ parentId }) => parentId))
const staffEntries = routeEntries.filter(({ path, id }) => /^staff(\/|$)/.test(path) && !parents.has(id))
const routes = await Promise.all(
  staffEntries.map(async ({ id, path, file }) => {
    const module = (await modules[`../app/${file}`]?.()) ?? {}
    return { id, path, module, address: `/${path}`.replace('*', 'no/such').replaceAll(/:\w+/g, 'ABCDEFGHJK') }
  }),
)
const guarded = routes.filter(({ module }) => module.handle?.right !== 'anyone')

test('every route below /staff names a known right', () => {
  const known = new Set<string>([...staffRights, 'member', 'joining', 'anyone'])
  expect(
    routes.filter(({ module }) => !known.has(String(module.handle?.right))).map(({ path }) => path),
  ).toEqual([])
  expect(guarded.length).toBeGreaterThan(10)
})

/** Actions of another shape: what leads in, uploads and files, and forms with several answers. */
const ownActions = [
  'account',
  'again',
  'catalog/:kind/:key',
  'catalog/:kind/import',
  'orders/selected',
  'passkeys/challenge',
  'preferences',
  'today',
  'welcome',
  'words/:key',
]

/** Desks whose forms do not follow yet. */
const otherDesks = /^(classes|drops|shipping|subscriptions|transfers|dealers|photos|words)(\/|$)/

/** Money, law and people. */
const guardedRights: readonly StaffRight[] = ['money.refund', 'rules.write', 'people', 'override']

test('a form behind the counter asks its right, and a recent sign-in where law, money or people are changed', () => {
  type Asked = { right: StaffRight; recent?: unknown }
  const acting = guarded.filter(({ module }) => module.action)
  const asksOf = ({ module }: (typeof routes)[number]) => (module.action as { asks?: readonly Asked[] }).asks
  const own = acting
    .filter((route) => !asksOf(route))
    .map(({ path }) => path.replace(/^staff\/?/, '') || 'today')
    .filter((path) => !otherDesks.test(path) || ownActions.includes(path))
  expect(own.filter((path) => !ownActions.includes(path))).toEqual([])
  const unasked = acting.flatMap((route) =>
    (asksOf(route) ?? [])
      .filter(({ right, recent = false }) => recent === false && guardedRights.includes(right))
      .map(({ right }) => `${route.path} ${right}`),
  )
  expect(unasked).toEqual([])
})

test('only the pages that lead in are open to anyone', () => {
  const open = routes.filter(({ module }) => module.handle?.right === 'anyone')
  expect(open.map(({ path }) => path).toSorted()).toEqual(openPaths)
})

async function passesOf(
  ask: Awaited<ReturnType<typeof givenSite>>['ask'],
  { address, module }: (typeof routes)[number],
  cookie?: string,
) {
  const headers = cookie ? { Cookie: cookie } : {}
  const tries: [string, () => Promise<Response>][] = []
  if (module.loader || module.default) tries.push(['GET', () => ask(address, { headers })])
  if (module.action) tries.push(['POST', () => ask(address, { headers, form: { any: 'thing' } })])
  const passed: string[] = []
  for (const [name, send] of tries) {
    const answer = await send()
    await answer.body?.cancel()
    const isTurnedAway =
      answer.status === 403 || /\/staff\/(sign-in\?next|welcome)/.test(answer.headers.get('Location') ?? '')
    if (!isTurnedAway) passed.push(name)
    expect(answer.headers.get('Cache-Control'), `${name} ${address}`).toContain('no-store')
  }
  return passed
}

test('every page and action refuses anonymous requests', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  for (const route of guarded) expect(await passesOf(ask, route), route.path).toEqual([])
})

test.for([...staffRoles])(
  '%s is refused by everything that the role does not open',
  async (role, { ctx }) => {
    const { ask } = await givenSite(ctx)
    const { cookie } = await givenStaff(ctx, role)
    for (const route of guarded) {
      const requirement = route.module.handle?.right
      if (meets({ role, isSetUp: true }, requirement)) continue
      expect(await passesOf(ask, route, cookie), `${role} ${route.path}`).toEqual([])
    }
  },
)

test('an owner without a way to sign in again opens only what makes one', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner', { isSetUp: false })
  for (const route of guarded)
    if (route.module.handle?.right !== 'joining')
      expect(await passesOf(ask, route, cookie), route.path).toEqual([])
})

test('the owner passes every guard', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  for (const { address, module, path } of guarded.filter((route) => route.module.default)) {
    const { cookie } = await ownerAnew(ctx)
    const answer = await ask(address, { headers: { Cookie: cookie } })
    expect(answer.status, path).not.toBe(403)
    expect(answer.headers.get('Location') ?? '', path).not.toContain('/staff/sign-in')
    expect(answer.headers.get('X-Robots-Tag'), path).toBe('noindex')
    expect(module.handle, path).toBeDefined()
  }
})

test('a session that has run out opens nothing', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  ctx.setNow(after(ctx.now(), 12 * hour))
  for (const route of guarded) expect(await passesOf(ask, route, cookie), route.path).toEqual([])
})

test('the age gate does not come before the console, and the console not before the shop', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const page = await ask('/staff/sign-in', { isVerified: false })
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Continue with passkey')
  const { cookie } = await givenStaff(ctx, 'owner')
  const shop = await ask('/about', { isVerified: false, headers: { Cookie: cookie } })
  expect(await shop.text()).not.toContain('/staff')
})

let made = 0
function ownerAnew(ctx: TestContext): Promise<SignedIn> {
  const role: StaffRole = 'owner'
  return givenStaff(ctx, role, { email: `owner-${made++}@example.com` })
}
