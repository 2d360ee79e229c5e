import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type SubmittedFields, parseForm, type FieldErrors } from '#app/http/form.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { formError } from '#app/http/errors.ts'
import { qrCode } from '#app/kit/qr-code.ts'
import { consolePath } from '#app/features/console/rules/path.ts'
import {
  setSessionCookie,
  setStepCookie,
  relyingParty,
  staffMember,
  staffSession,
  stepCookie,
} from '#app/features/staff/access.server.ts'
import {
  type StaffMember,
  actorOf,
  deviceOf,
  passwordProblem,
  type StaffRefusal,
  staffRefusalWords,
  passwordWords,
} from '#app/features/staff/rules.ts'
import {
  newAuthenticator,
  setPassword,
  countRecoveryCodes,
  makeRecoveryCodes,
} from '#app/features/staff/store/sign-in.server.ts'
import type { Setup } from '../components/ways-in.tsx'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { actAs } from '#app/access/act.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { acceptPasskey, addPasskey, type RelyingParty } from '#app/features/staff/store/passkeys.server.ts'
import {
  openSession,
  renewSession,
  endSessions,
  type StaffSession,
} from '#app/features/staff/store/sessions.server.ts'
import { emailAddress } from '#app/kit/fields.ts'

export const email = emailAddress({ missing: 'Enter an email address.' })
export const password = z.string().min(1, 'Enter your password.').max(1_000, 'This password is too long.')
export const code = z.string().trim().min(1, 'Enter the code.').max(40, 'This code is too long.')

type Context = Readonly<RouterContextProvider>

/** Where to go after signing in: a page of the console, whatever the address says. */
export function safeNext(next: FormDataEntryValue | null | undefined): string {
  const path = safeLocalPath(next, consolePath)
  return path === consolePath || path.startsWith(`${consolePath}/`) || path.startsWith(`${consolePath}?`)
    ? path
    : consolePath
}

export function whoTries(context: Context, request: Request) {
  const { address } = context.get(visitContext)
  return { address, device: deviceOf(request.headers.get('User-Agent')) }
}

export function signedIn(context: Context, session: string, next: string) {
  setSessionCookie(context, session)
  context.get(visitContext).report('staff_signed_in')
  return redirect(next, 303)
}

/** The words of a refused sign-in, which is also written to the security log. */
function refusedWords(context: Context, why: StaffRefusal): string {
  context.get(visitContext).report(why === 'locked' ? 'staff_locked' : 'staff_sign_in_refused')
  return staffRefusalWords[why]
}

/** A form of a sign-in that was refused: 429 while too many tries lock it. */
export function refusedForm(context: Context, why: StaffRefusal, given: SubmittedFields) {
  return formError(why === 'locked' ? 429 : 409, { form: [refusedWords(context, why)] }, given)
}

/** A new authenticator for the page; with `sealed`, the one that the form already showed. */
export function authenticatorSetup(context: Context, member: StaffMember, sealed?: string): Setup {
  const made = newAuthenticator(context.get(shopContext).keyedHash, member, sealed)
  return { square: qrCode(made.address), letters: made.letters, sealed: made.sealed }
}

/** What the browser needs to ask a passkey, as JSON. A cookie names the challenge that its answer is compared with. */
export async function challenge(
  context: Context,
  request: Request,
  ask: (work: { tx: Db; now: Date }, party: RelyingParty) => Promise<{ options: object; token: string }>,
): Promise<Response> {
  const { db, now, limits } = context.get(shopContext)
  const verdict = await limits.take('staffPasskey', context.get(visitContext).address)
  if (!verdict.ok) return new Response(null, { status: 429 })
  const { options, token } = await ask({ tx: db, now: now() }, relyingParty(context, request))
  setStepCookie(context, token)
  return Response.json(options)
}

/** Signs in with a passkey. A session that is `open` is proved again by one of its own member: one of another does not. */
export async function answerPasskey(context: Context, request: Request, form: FormData, open?: StaffSession) {
  const parsed = parseForm(assertionInput, form)
  if (!parsed.ok) return refusedPasskey(refusedWords(context, 'passkey_refused'))
  const { credential, next } = parsed.value
  const answer = { token: readCookie(request, stepCookie), response: credential }
  const done = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptPasskey(work, relyingParty(context, request), answer)
    if (!accepted.ok) return accepted
    const { memberId } = accepted
    if (!open) {
      const { device } = whoTries(context, request)
      return { ok: true as const, session: await openSession(work, { memberId, method: 'passkey', device }) }
    }
    if (memberId !== open.member.id) return refuse('passkey_refused')
    await renewSession(work, open.id)
    return { ok: true as const, session: undefined }
  })
  if (!done.ok) return refusedPasskey(refusedWords(context, done.why))
  return done.session ? signedIn(context, done.session, safeNext(next)) : redirect(safeNext(next), 303)
}

/** Stores a new passkey of who is signed in, and recently so; with the first one come recovery codes, which are shown once. */
export async function storePasskey(context: Context, request: Request, form: FormData) {
  const shop = context.get(shopContext)
  const member = staffMember(context)
  const parsed = parseForm(attestationInput, form)
  if (!parsed.ok) return refusedPasskey(staffRefusalWords.passkey_refused)
  const { credential, name } = parsed.value
  const made = {
    token: readCookie(request, stepCookie),
    response: credential,
    name: name || whoTries(context, request).device,
  }
  const act = { verb: 'staff passkey', subject: member.id }
  const done = await actAs(shop, actorOf(member), act, async (work) => {
    const added = await addPasskey(work, member, relyingParty(context, request), made)
    if (!added.ok) return added
    return { ok: true as const, codes: await firstCodes(work, member.id) }
  })
  if (!done.ok) return refusedPasskey(staffRefusalWords[done.why])
  return done.codes.length > 0 ? { codes: done.codes } : redirect('/staff/account', 303)
}

async function firstCodes(work: UnitOfWork, memberId: string): Promise<string[]> {
  return (await countRecoveryCodes(work.tx, memberId)) > 0 ? [] : makeRecoveryCodes(work, memberId)
}

function refusedPasskey(problem: string) {
  return data({ problem }, { status: 409 })
}

const newPasswordInput = z.object({ password, code, sealed: z.string().max(1_000) })

/** Ends their other sessions. A refused form comes back with the same authenticator, which they may have scanned already. */
export async function receivePassword(context: Context, form: FormData) {
  const shop = context.get(shopContext)
  const { id: sessionId, member } = staffSession(context)
  const sealed = form.get('sealed')
  const refuse = (status: 409 | 422, fieldErrors: FieldErrors) => {
    const setup = authenticatorSetup(context, member, typeof sealed === 'string' ? sealed : undefined)
    return data({ fieldErrors, setup }, { status })
  }
  const parsed = parseForm(newPasswordInput, form)
  if (!parsed.ok) return refuse(422, parsed.fieldErrors)
  const problem = passwordProblem(parsed.value.password, member)
  if (problem) return refuse(422, { password: [passwordWords[problem]] })
  const act = { verb: 'staff password', subject: member.id }
  const done = await actAs(shop, actorOf(member), act, async (work) => {
    const set = await setPassword(work, shop.keyedHash, member, parsed.value)
    if (!set.ok) return set
    await endSessions(work.tx, member.id, sessionId)
    return { ok: true as const, codes: await firstCodes(work, member.id) }
  })
  if (!done.ok) return refuse(409, { code: [staffRefusalWords[done.why]] })
  return { codes: done.codes }
}

const json = z
  .string()
  .max(64_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: 'This is not an answer of a passkey.', input: text })
      return z.NEVER
    }
  })
/** The ceremony itself is judged by the library; here is only what it reads before it judges. */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  json.pipe(
    z.object({
      id: z.string().max(1_500),
      rawId: z.string().max(1_500),
      type: z.literal('public-key'),
      clientExtensionResults: z.looseObject({}).default({}),
      response: z.object({ clientDataJSON: z.string(), ...response }),
    }),
  )

const assertionInput = z.object({
  credential: credential({
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().exactOptional(),
  }),
  next: z.string().max(2_000).optional(),
})

const attestationInput = z.object({
  credential: credential({
    attestationObject: z.string(),
    transports: z.array(z.string().max(40)).max(10).exactOptional(),
  }),
  name: z.string().trim().max(60).optional().default(''),
})
