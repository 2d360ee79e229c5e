import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { listInvitations } from '#app/features/staff/store/members.server.ts'
import { openSession } from '#app/features/staff/store/sessions.server.ts'
import { minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'

const password = 'four plain words here'

test('a password and an authenticator open the console, prove again who one is, and a recovery code replaces them once', async ({
  ctx,
}) => {
  const owner = await visitor(ctx)
  await owner.signIn('owner')
  const link = await invite(owner, 'invited@example.com', 'Owner')
  expect(textOf(owner.part('table', 'Open invitations'))).toContain('invited@example.com')

  const { person, letters, recovery } = await join(owner, link)
  await person.open('/staff/account')
  await person.press('Sign out', person.part('contentinfo', 'Title block'))
  expect(person.heading).toBe('Sign in')
  person.wait(minute) // a code opens once
  person.fill({ Email: 'invited@example.com', Password: password, Code: codeOf(ctx, letters) })
  await person.press('Sign in')
  expect(person.path).not.toContain('/staff/sign-in')

  person.wait(11 * minute)
  await person.open('/staff/people')
  expect(person.heading).toBe('People and roles')
  person.fill({ Email: 'third@example.com' })
  await person.press('Invite')
  expect([person.heading, await listInvitations(ctx.db)]).toEqual(['Sign in again', []])
  person.fill({ Password: password, 'Code from your authenticator': codeOf(ctx, letters) })
  await person.press('Continue with password')
  expect(person.heading).toBe('Nothing was lost')
  expect(person.text).toContain('third@example.com')
  await person.press('Send it now')
  expect(person.text).toContain('An email with a link is on its way to third@example.com.')

  await owner.signIn('owner')
  await owner.open('/staff/people')
  await owner.press('Sign out M. Owner everywhere', owner.part('row', /invited@example\.com/))
  expect(owner.parts('button', 'Sign out M. Owner everywhere')).toEqual([])
  await person.open('/staff/account')
  expect(person.heading).toBe('Sign in')
  person.fill({ Email: 'invited@example.com', Password: password, Code: recovery })
  await person.press('Sign in')
  expect(person.path).toBe('/staff/account')
  await person.open('/staff/account')
  expect(person.text).toContain('9 unused')

  await endAccess(owner)
  await person.open('/staff/account')
  expect(person.heading).toBe('Sign in')
})

test('a session of another device is ended', async ({ ctx }) => {
  const owner = await visitor(ctx)
  const member = await owner.signIn('owner')
  const device = { memberId: member.id, method: 'passkey' as const, device: 'Firefox on Windows' }
  await openSession({ tx: ctx.db, now: ctx.now() }, device)
  await owner.open('/staff/account')
  await owner.press('End the session of Firefox on Windows', owner.part('row', /Firefox on Windows/))
  expect(owner.text).not.toContain('Firefox on Windows')
})

test('after five tries the form stops answering, whether or not there is such an account', async ({
  ctx,
}) => {
  const stranger = await visitor(ctx)
  await stranger.signIn('desk', { email: 'desk@example.com' })
  for (const email of ['desk@example.com', 'nobody@example.com']) {
    const person = stranger.another()
    const answers: string[] = []
    for (let at = 0; at < 6; at++) {
      await person.open('/staff/sign-in')
      person.fill({ Email: email, Password: `wrong ${at}`, Code: '000000' })
      await person.press('Sign in')
      answers.push(person.alerts.join(' '))
    }
    const wrong = expect.stringContaining('That is not right')
    expect([email, answers]).toEqual([
      email,
      [wrong, wrong, wrong, wrong, wrong, expect.stringContaining('Too many tries')],
    ])
  }
})

test('no public page names the console, no search lists it, and no cache stores it', async ({ ctx }) => {
  const person = await visitor(ctx)
  await person.open('/about')
  expect(person.html).not.toContain('/staff')
  await person.open('/robots.txt')
  expect(person.html).not.toContain('staff')
  await person.open('/staff/sign-in')
  expect(person.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(person.headers.get('Cache-Control')).toContain('no-store')
})

test('a link that opens nothing anymore says how to get another one', async ({ ctx }) => {
  const person = await visitor(ctx)
  const ended = { '/staff/setup?key=ended': 'owner-link', '/staff/invitation?key=ended': 'Ask for a new one' }
  for (const [link, words] of Object.entries(ended)) {
    await person.open(link)
    expect([link, person.status, textOf(person.part('main'))]).toEqual([
      link,
      410,
      expect.stringContaining(words),
    ])
  }
})

async function invite(owner: Visitor, email: string, role: string): Promise<string> {
  await owner.open('/staff/people')
  const form = owner.part('button', 'Invite').closest('form') as HTMLElement
  owner.fill({ Email: email, Role: role }, form)
  await owner.press('Invite')
  expect(owner.text).toContain(`An email with a link is on its way to ${email}.`)
  return linkIn(await owner.mail(email, /^Your invitation/), /\/staff\/invitation\?key=/)
}

async function join(owner: Visitor, link: string) {
  const person = owner.another()
  await person.open(link)
  person.fill({ 'Your name': 'M. Owner' })
  await person.press('Continue')
  expect(person.heading).toBe('How you sign in')
  await person.open('/staff/account') // nothing else is open yet
  expect(person.heading).toBe('How you sign in')
  const letters = textOf(person.page.getByText(/^([A-Z2-7]{4} ?){8}$/))
  const code = codeOf({ now: () => owner.shop.now() }, letters)
  person.fill({ 'New password': 'short', 'Code from your authenticator': code })
  await person.pressUnchecked('Save password and authenticator')
  expect(person.field('New password').words).toContain('Use at least 15 characters.')
  expect(person.text).toContain(letters) // the same authenticator, which was scanned already
  person.fill({ 'New password': password, 'Code from your authenticator': code })
  await person.press('Save password and authenticator')
  const codes = person.parts('listitem').map(textOf)
  expect(codes).toHaveLength(10)
  return { person, letters, recovery: codes[0] ?? '' }
}

async function endAccess(owner: Visitor) {
  const row = () => owner.part('row', /invited@example\.com/)
  await owner.open('/staff/people')
  owner.fill({ 'Type M. Owner to end it': 'M. Owner' }, row())
  await owner.press('End access for good', row())
  expect(textOf(row())).toContain('Ended')
}

function codeOf({ now }: Pick<TestContext, 'now'>, letters: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(letters.replaceAll(' ', '')) })
  return totp.generate({ timestamp: now().getTime() })
}
