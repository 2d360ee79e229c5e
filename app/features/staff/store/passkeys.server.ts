// Passkeys (WebAuthn, level 3): a member's own, and signing in with one. The ceremonies are those of @simplewebauthn.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq, isNull, gt } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { brand } from '#app/kit/brand.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { StaffMember } from '../rules.ts'
import { staffMembers, staffPasskeys, staffChallenges } from '../tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'

type Tx = Pick<UnitOfWork, 'tx' | 'now'>

export type RelyingParty = { id: string; origin: string }

/** EdDSA, ES256 and RS256, which every authenticator has one of (COSE numbers). */
const algorithms = [-8, -7, -257] as const

/** The library is large and seldom needed: a process loads it with the first passkey. */
const webauthn = () => import('@simplewebauthn/server')

export function listPasskeys(db: Db, memberId: string) {
  return db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.memberId, memberId))
    .orderBy(asc(staffPasskeys.createdAt))
}

export async function offerPasskey(
  { tx, now }: Tx,
  member: StaffMember,
  party: RelyingParty,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; token: string }> {
  const { generateRegistrationOptions } = await webauthn()
  const own = await listPasskeys(tx, member.id)
  const options = await generateRegistrationOptions({
    rpName: `${brand} console`,
    rpID: party.id,
    userID: new TextEncoder().encode(member.id),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    // Found without typing an email, and opened by the device's own lock: possession and person in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge } = options
  return {
    options,
    token: await openChallenge(tx, now, { purpose: 'passkey_new', memberId: member.id, challenge }),
  }
}

export async function addPasskey(
  { tx, now, enqueue }: Pick<UnitOfWork, 'tx' | 'now' | 'enqueue'>,
  member: StaffMember,
  party: RelyingParty,
  { token, response, name }: { token: string | undefined; response: RegistrationResponseJSON; name: string },
) {
  const taken = await takeChallenge(tx, token, 'passkey_new', now)
  if (!taken?.challenge || taken.memberId !== member.id) return refuse('passkey_refused')
  const { verifyRegistrationResponse } = await webauthn()
  const verdict = await verifyRegistrationResponse({
    response,
    expectedChallenge: taken.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => ({ verified: false as const }))
  if (!verdict.verified) return refuse('passkey_refused')
  const { id, publicKey, counter, transports = [] } = verdict.registrationInfo.credential
  const stored = await tx
    .insert(staffPasskeys)
    .values({
      id,
      memberId: member.id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      name,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: staffPasskeys.id })
  if (!stored.length) return refuse('passkey_refused')
  const at = now.toISOString()
  await enqueue('mail-staff-security', { memberId: member.id, notice: 'new_passkey', device: name, at })
  return { ok: true as const }
}

/** What the browser needs to sign in. With a member it accepts only theirs, to prove again who they are. */
export async function askForPasskey(
  { tx, now }: Tx,
  party: RelyingParty,
  memberId?: string,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; token: string }> {
  const { generateAuthenticationOptions } = await webauthn()
  const own = memberId ? await listPasskeys(tx, memberId) : []
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    ...(memberId && { allowCredentials: own.map(({ id, transports }) => ({ id, transports })) }),
  })
  const values = {
    purpose: 'passkey_sign_in' as const,
    challenge: options.challenge,
    ...(memberId && { memberId }),
  }
  return { options, token: await openChallenge(tx, now, values) }
}

/** Judges the answer of a passkey. Each challenge is judged once. */
export async function acceptPasskey(
  { tx, now }: Tx,
  party: RelyingParty,
  { token, response }: { token: string | undefined; response: AuthenticationResponseJSON },
) {
  const taken = await takeChallenge(tx, token, 'passkey_sign_in', now)
  const [found] = await tx
    .select({ passkey: staffPasskeys })
    .from(staffPasskeys)
    .innerJoin(staffMembers, eq(staffMembers.id, staffPasskeys.memberId))
    .where(and(eq(staffPasskeys.id, response.id), isNull(staffMembers.disabledAt)))
    .for('update', { of: staffPasskeys })
  if (!taken?.challenge || !found) return refuse('passkey_refused')
  const { passkey } = found
  if (taken.memberId && taken.memberId !== passkey.memberId) return refuse('passkey_refused')
  const { verifyAuthenticationResponse } = await webauthn()
  const verdict = await verifyAuthenticationResponse({
    response,
    expectedChallenge: taken.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => ({ verified: false as const }))
  if (!verdict.verified) return refuse('passkey_refused')
  const { newCounter } = verdict.authenticationInfo
  await tx
    .update(staffPasskeys)
    .set({ counter: newCounter, lastUsedAt: now })
    .where(eq(staffPasskeys.id, passkey.id))
  return { ok: true as const, memberId: passkey.memberId }
}

/** Removes a passkey. Refused for the last way to sign in. */
export async function removePasskey({ tx }: Pick<Tx, 'tx'>, memberId: string, id: string) {
  const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.id, memberId)).for('update')
  const own = await listPasskeys(tx, memberId)
  if (!own.some((passkey) => passkey.id === id)) return { ok: true as const }
  if (own.length === 1 && !member?.totpConfirmedAt) return refuse('last_way_in')
  await tx.delete(staffPasskeys).where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.memberId, memberId)))
  return { ok: true as const }
}

// What a browser has been given to answer once, within minutes. The browser holds a secret; only its hash is stored.
type Challenge = typeof staffChallenges.$inferSelect

const waitMs = 10 * minute

export async function openChallenge(
  db: Db,
  now: Date,
  values: { purpose: Challenge['purpose']; memberId?: string; challenge?: string },
): Promise<string> {
  const token = secretToken()
  await db
    .insert(staffChallenges)
    .values({ ...values, tokenHash: hashSecret(token), expiresAt: after(now, waitMs) })
  return token
}

/** Takes the challenge: an answer is judged once, right or wrong. */
export async function takeChallenge(
  db: Db,
  token: string | undefined,
  purpose: Challenge['purpose'],
  now: Date,
): Promise<Challenge | undefined> {
  if (!token) return undefined
  const [taken] = await db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.tokenHash, hashSecret(token)),
        eq(staffChallenges.purpose, purpose),
        gt(staffChallenges.expiresAt, now),
      ),
    )
    .returning()
  return taken
}
