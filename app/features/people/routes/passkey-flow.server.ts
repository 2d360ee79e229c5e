import { data, redirect, type RouterContextProvider } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readCookie } from '#app/http/cookies.server.ts'
import { parseForm } from '#app/http/form.ts'
import { refuse } from '#app/kit/refusal.ts'
import { relyingParty, staffMember, staffSession, stepCookie } from '../../staff/access.server.ts'
import { actorOf } from '../../staff/rules.ts'
import { acceptPasskey, addPasskey } from '../../staff/store/passkeys.server.ts'
import { openSession, renewSession } from '../../staff/store/sessions.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../staff/store/sign-in.server.ts'
import { staffRefusalWords } from '../../staff/words.ts'
import { assertionInput, attestationInput } from '../input.ts'
import { refusedWords, safeNext, signedIn, whoTries } from './entry-flow.server.ts'

type Context = Readonly<RouterContextProvider>

export async function signInWithPasskey(context: Context, request: Request, form: FormData) {
  const parsed = parseForm(assertionInput, form)
  if (!parsed.ok) return refusedPasskey(refusedWords(context, 'passkey_refused'))
  const { credential, next } = parsed.value
  const { device } = whoTries(context, request)
  const party = relyingParty(context, request)
  const token = readCookie(request, stepCookie)
  const done = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptPasskey(work, party, { token, response: credential })
    if (!accepted.ok) return accepted
    const { memberId } = accepted
    return { ok: true as const, session: await openSession(work, { memberId, method: 'passkey', device }) }
  })
  if (!done.ok) return refusedPasskey(refusedWords(context, done.why))
  return signedIn(context, done.session, safeNext(next))
}

/** A passkey of the member who is signed in proves it again. One of another member does not. */
export async function proveWithPasskey(context: Context, request: Request, form: FormData) {
  const { id, member } = staffSession(context)
  const parsed = parseForm(assertionInput, form)
  if (!parsed.ok) return refusedPasskey(refusedWords(context, 'passkey_refused'))
  const { credential, next } = parsed.value
  const answer = { token: readCookie(request, stepCookie), response: credential }
  const done = await transact(context.get(shopContext), async (work) => {
    const accepted = await acceptPasskey(work, relyingParty(context, request), answer)
    if (!accepted.ok) return accepted
    if (accepted.memberId !== member.id) return refuse('passkey_refused')
    await renewSession(work, id)
    return accepted
  })
  return done.ok ? redirect(safeNext(next), 303) : refusedPasskey(refusedWords(context, done.why))
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
    const hasCodes = (await countRecoveryCodes(work.tx, member.id)) > 0
    return { ok: true as const, codes: hasCodes ? [] : await makeRecoveryCodes(work, member.id) }
  })
  if (!done.ok) return refusedPasskey(staffRefusalWords[done.why])
  return done.codes.length > 0 ? { codes: done.codes } : redirect('/staff/account', 303)
}

function refusedPasskey(problem: string) {
  return data({ problem }, { status: 409 })
}
