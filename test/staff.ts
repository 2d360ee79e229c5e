// Staff for tests: a member with a role, and requests of theirs.
import { staffContext } from '#app/features/staff/access.server.ts'
import type { StaffMember, StaffRole } from '#app/features/staff/rules.ts'
import { findSession, openSession } from '#app/features/staff/store/sessions.server.ts'
import { staffMembers, staffPasskeys } from '#app/features/staff/tables.ts'
import type { AppContext } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type VisitInput, visit } from './visit.ts'

/** A member who is signed in. `cookie` is the header for `givenSite(ctx).ask(path, { headers: { Cookie: cookie } })`. */
export type SignedIn = { member: StaffMember; token: string; cookie: string }

/** Stores a member with this role, with a passkey unless `isSetUp` is false, and signs them in. */
export async function givenStaff(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  role: StaffRole,
  { isSetUp = true, email = `${role}@example.com`, name = `${role[0]?.toUpperCase()}. Sample` } = {},
): Promise<SignedIn> {
  const [member] = await db.insert(staffMembers).values({ name, email, role, createdAt: now() }).returning({
    id: staffMembers.id,
    name: staffMembers.name,
    email: staffMembers.email,
    role: staffMembers.role,
  })
  if (!member) throw new Error('The member was not stored')
  if (isSetUp)
    await db.insert(staffPasskeys).values({
      id: `passkey of ${email}`,
      memberId: member.id,
      publicKey: '',
      counter: 0,
      transports: [],
      name: 'Test key',
      createdAt: now(),
    })
  const work = { tx: db, now: now() }
  const token = await openSession(work, { memberId: member.id, method: 'passkey', device: 'Test browser' })
  return { member, token, cookie: `paco-staff=${token}` }
}

/** What a form of a desk does, without its request. */
export function runForm<Sent extends { input: unknown }, Done>(
  { run }: { run: (sent: Sent) => Done },
  desk: { ctx: object; actor: string },
  { params = {}, input }: { params?: Record<string, string>; input: Sent['input'] },
): Done {
  return run({ desk, params, input } as unknown as Sent)
}

/** The arguments of a staff route's loader or action, as its guard hands them on to this member. */
export async function staffVisit(shop: Shop, { token, cookie }: SignedIn, request: VisitInput) {
  const args = visit(shop, { ...request, cookies: [...(request.cookies ?? []), cookie] })
  args.context.set(staffContext, (await findSession(shop.db, token, shop.now())) ?? null)
  return args
}
