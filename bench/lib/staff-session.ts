// Somebody signed in behind the counter of a shop that is measured or tried, past the sign-in page.
import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import type { MeasuredShop } from './shop-process.ts'

/** Adds a member with this role and a passkey, and signs them in. */
export async function signInStaff(shop: MeasuredShop, role: StaffRole): Promise<{ cookie: string }> {
  const [id, token] = [randomUUID(), secretToken()]
  await shop.sql(
    `insert into staff_members (id, name, email, role, created_at) values ($1, 'B. Desk', $2, $3, now())`,
    [id, `desk-${id}@example.com`, role],
  )
  await shop.sql(
    `insert into staff_passkeys (id, member_id, public_key, counter, transports, name, created_at)
     values ($1::text, $1::uuid, '', 0, '{}', 'Bench key', now())`,
    [id],
  )
  await shop.sql(
    `insert into staff_sessions (token_hash, member_id, created_at, last_seen_at, signed_in_at, method, device)
     values ($1, $2, now(), now(), now(), 'passkey', 'Bench')`,
    [hashSecret(token), id],
  )
  return { cookie: `paco-staff=${token}` }
}
