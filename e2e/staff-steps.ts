// Signs a browser in behind the counter, past the sign-in page: for journeys that begin at a desk.
import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { StaffMember, StaffRole } from '#app/features/staff/rules.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { sqlOnShop } from './shop.ts'

/**
 * Makes a member with this role and signs the context in as them, just now, so that money and rules ask for nothing more.
 * Then `page.goto('/staff')`.
 */
export async function signInAs(
  context: BrowserContext,
  role: StaffRole,
  { name = `${role[0]?.toUpperCase()}. Sample` } = {},
): Promise<StaffMember> {
  const id = randomUUID()
  const member: StaffMember = { id, name, email: `${role}-${id.slice(0, 8)}@example.com`, role }
  const token = secretToken()
  await sqlOnShop(
    `insert into staff_members (id, name, email, role, created_at) values ($1, $2, $3, $4, now())`,
    [id, name, member.email, role],
  )
  await sqlOnShop(
    `insert into staff_passkeys (id, member_id, public_key, counter, transports, name, created_at)
     values ($1::text, $1::uuid, '', 0, '{}', 'Test key', now())`,
    [id],
  )
  await sqlOnShop(
    `insert into staff_sessions (token_hash, member_id, created_at, last_seen_at, signed_in_at, method, device)
     values ($1, $2, now(), now(), now(), 'passkey', 'Test browser')`,
    [hashSecret(token), id],
  )
  await context.addCookies([
    {
      name: 'paco-staff',
      value: token,
      url: test.info().project.use.baseURL ?? '',
      httpOnly: true,
      sameSite: 'Lax',
    },
  ])
  return member
}

/** Waits until the keys of the console act on the open sheet. */
export async function keysAct(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-console', 'keys')
}

/** A device with a lock that its person opens: Chromium's own stand-in for it. */
export async function giveAuthenticator(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
