import { Secret, TOTP } from 'otpauth'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { after, hour, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPasskey } from '#test/passkey.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { makeOwnerLink, listMembers } from '#app/features/staff/store/members.server.ts'
import { staffInvitations, staffSessions } from '#app/features/staff/tables.ts'

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

async function ownerLink(ctx: TestContext): Promise<string> {
  const made = await transact(ctx, (work) => makeOwnerLink(work, 'test'))
  if (!made.ok) throw new Error(made.why)
  return `/staff/setup?key=${made.token}`
}

test('the first owner opens the console by the link, then sets a password and reads recovery codes', async ({
  ctx,
  db,
}) => {
  const { ask } = await givenSite(ctx)
  const link = await ownerLink(ctx)
  expect((await ask('/staff/setup?key=made-up')).status).toBe(410)
  const page = await ask(link)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('You are the first to open the console')
  const joined = await ask(link, { form: { name: 'M. Owner', email: 'M.Owner@Example.com' } })
  expect([joined.status, joined.headers.get('Location')]).toEqual([303, '/staff/welcome'])
  const [cookie = ''] = joined.headers.getSetCookie()
  expect(cookie).toMatch(/^paco-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  const headers = { Cookie: cookiesOf(joined) }
  const welcome = await (await ask('/staff/welcome', { headers })).text()
  const letters = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(welcome)?.[0] ?? ''
  const sealed = /name="sealed" value="([^"]+)"/.exec(welcome)?.[1] ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(letters.replaceAll(' ', '')) })
  const form = {
    password: 'four plain words here',
    code: totp.generate({ timestamp: ctx.now().getTime() }),
    sealed,
  }
  const refused = await ask('/staff/welcome', { headers, form: { ...form, password: 'm.owner m.owner' } })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(letters)
  const saved = await (await ask('/staff/welcome', { headers, form })).text()
  expect(new Set(saved.match(/[2-9A-Z]{4}(-[2-9A-Z]{4}){3}/g)).size).toBe(10)
  expect(saved).not.toContain('four plain words here')
  expect(await listMembers(db)).toMatchObject([
    { email: 'm.owner@example.com', role: 'owner', hasPassword: true },
  ])
  expect((await listAuditEntries(db)).map(({ verb }) => verb)).toEqual(['staff password', 'staff join'])
  expect((await ask(link)).status).toBe(410)
})

test('an invitation is not opened as the owner’s link, nor the owner’s as an invitation', async ({
  ctx,
  db,
}) => {
  const { ask } = await givenSite(ctx)
  const key = (await ownerLink(ctx)).split('key=')[1] ?? ''
  expect((await ask(`/staff/invitation?key=${key}`)).status).toBe(410)
  expect((await ask(`/staff/invitation?key=${key}`, { form: { name: 'Somebody' } })).status).toBe(410)
  expect((await ask('/staff/invitation')).status).toBe(410)
  await db.update(staffInvitations).set({ email: 'invited@example.com' })
  const taken = { name: 'Somebody', email: 'other@example.com' }
  expect((await ask(`/staff/setup?key=${key}`, { form: taken })).status).toBe(410)
  expect(await listMembers(db)).toEqual([])
})

test('on https the session’s cookie belongs to this host alone', async ({ ctx }) => {
  const { ask } = await givenSite(ctx, { PUBLIC_URL: 'https://shop.example', isPublic: true })
  const link = await ownerLink(ctx)
  const joined = await ask(link, { form: { name: 'M. Owner', email: 'owner@example.com' } })
  expect(joined.headers.getSetCookie()[0]).toMatch(
    /^__Host-paco-staff=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a form of another site is refused before it is read', async ({ ctx }) => {
  const { ask, shop } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const headers = {
    Cookie: cookie,
    Origin: 'https://evil.example',
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  const body = 'email=me@evil.example&role=owner'
  const answer = await ask('/staff/people', { method: 'POST', headers, body })
  expect(answer.status).toBe(403)
  expect(await shop.db.select().from(staffInvitations)).toEqual([])
})

for (const [path, field] of [
  ['account', 'passkey'],
  ['account', 'sealed'],
  ['account', 'codes'],
  ['passkeys/challenge', 'passkey'],
] as const)
  test(`the ${field} of /staff/${path} needs a recent sign-in, too`, async ({ ctx }) => {
    const { ask } = await givenSite(ctx)
    const { cookie } = await givenStaff(ctx, 'bench')
    ctx.setNow(after(ctx.now(), 11 * minute))
    const sent = await ask(`/staff/${path}`, { headers: { Cookie: cookie }, form: { [field]: 'x' } })
    expect(sent.headers.get('Location')).toContain('/staff/again')
  })

test('who is setting up takes as long as they need', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk', { isSetUp: false })
  ctx.setNow(after(ctx.now(), 20 * minute))
  const sent = await ask('/staff/passkeys/challenge', { headers: { Cookie: cookie }, form: {} })
  expect([sent.status, ((await sent.json()) as { rp: object }).rp]).toEqual([
    200,
    { id: 'localhost', name: 'PACo console' },
  ])
})

test('a form whose session ran out waits for its member; a made-up session stores nothing', async ({
  ctx,
  db,
}) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  ctx.setNow(after(ctx.now(), hour))
  const form = { key: 'k'.repeat(16), email: 'new@example.com', role: 'desk' }
  const sent = await ask('/staff/people', { headers: { Cookie: cookie }, form })
  expect(decodeURIComponent(sent.headers.get('Location') ?? '')).toContain('sign-in?next=/staff/again?form=')
  const madeUp = await ask('/staff/people', { headers: { Cookie: 'paco-staff=made-up' }, form })
  expect(madeUp.headers.get('Location')).toBe('/staff/sign-in?next=%2Fstaff%2Fpeople')
  const { rows } = await db.execute('select path from staff_held_forms')
  expect(rows).toEqual([{ path: '/staff/people' }])
})

test('after signing in one goes to a page of the console, never elsewhere', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const nextOf = async (next: string) => {
    const answer = await ask(`/staff/sign-in?next=${encodeURIComponent(next)}`, {
      headers: { Cookie: cookie },
    })
    return answer.headers.get('Location')
  }
  expect(await nextOf('/staff/people?of=1')).toBe('/staff/people?of=1')
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/about', '/staffing', '/staff@evil'])
    expect(await nextOf(elsewhere)).toBe('/staff')
})

async function givenDesk(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const device = await givenPasskey(ctx)
  let counter = 5
  /** Opens the page as `asker`, and answers it with this passkey, in a browser with this cookie. */
  const answer = async (page: string, by: typeof device, cookie = '', asker = cookie) => {
    const step = await ask('/staff/sign-in/challenge', { headers: { Cookie: asker }, form: {} })
    const { challenge } = (await step.json()) as { challenge: string }
    const how = { origin: 'http://localhost:3000', host: 'localhost', counter: ++counter }
    const form = { credential: JSON.stringify(by.sign(challenge, how)), next: '/staff/people' }
    const headers = { Cookie: [cookie, cookiesOf(step)].filter(Boolean).join('; ') }
    const answered = await ask(page, { headers, form })
    return { status: answered.status, to: answered.headers.get('Location'), cookies: cookiesOf(answered) }
  }
  return { device, answer }
}

test('a passkey opens a session, also beside one that is open, and also of somebody else', async ({
  ctx,
  db,
}) => {
  const { device, answer } = await givenDesk(ctx)
  const other = await givenPasskey(ctx, 'other@example.com')
  const opened = { status: 303, to: '/staff/people', cookies: expect.stringMatching(/^paco-staff=[\w-]{43}/) }
  expect(await answer('/staff/sign-in', device)).toEqual(opened)
  expect(await answer('/staff/sign-in', device, device.cookie)).toEqual(opened)
  // The page was opened before the first one signed in. One that was opened later asks for their own.
  expect(await answer('/staff/sign-in', other, device.cookie, '')).toEqual(opened)
  expect(await answer('/staff/sign-in', other, device.cookie)).toMatchObject({ cookies: '' })
  const sessions = await db.select().from(staffSessions)
  expect(sessions.filter(({ memberId }) => memberId === device.member.id)).toHaveLength(3)
  expect(sessions.filter(({ memberId }) => memberId === other.member.id)).toHaveLength(2)
})

test('a session is proved again by a passkey of its member, and of nobody else', async ({ ctx, db }) => {
  const { device, answer } = await givenDesk(ctx)
  const other = await givenPasskey(ctx, 'other@example.com')
  const isOwn = eq(staffSessions.memberId, device.member.id)
  const signedIn = async () =>
    (await db.select().from(staffSessions).where(isOwn)).map((each) => each.signedInAt)
  const begun = await signedIn()
  ctx.setNow(after(ctx.now(), 11 * minute))
  const { status } = await answer('/staff/again', other, device.cookie, '')
  expect([status, await signedIn()]).toEqual([409, begun])
  const proved = { status: 303, to: '/staff/people', cookies: '' }
  expect(await answer('/staff/again', device, device.cookie)).toEqual(proved)
  expect(await signedIn()).toEqual([ctx.now()])
})

test('what is wrong with a sign-in is said beside its field, and no code goes back', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const form = { email: 'nobody', password: 'four plain words here', code: 'K7PQ-2MRX-9TLA-B4WD' }
  const refused = await ask('/staff/sign-in', { form })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('value="nobody"')
  for (const secret of [form.password, form.code]) expect(page).not.toContain(secret)
  const empty = await ask('/staff/sign-in', { form: { email: 'desk@example.com', code: '' } })
  expect(await empty.text()).toMatch(/aria-invalid="true"[^>]*name="code"[^]*?Enter the code\./)
})

test('signing out ends the session and its cookie', async ({ ctx, db }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const answer = await ask('/staff/sign-out', { headers: { Cookie: cookie }, form: {} })
  expect(answer.headers.get('Location')).toBe('/staff/sign-in')
  expect(answer.headers.getSetCookie()[0]).toMatch(/^paco-staff=; Max-Age=0/)
  expect(await db.select().from(staffSessions)).toEqual([])
})
