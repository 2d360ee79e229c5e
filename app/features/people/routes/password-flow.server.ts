import { data, type RouterContextProvider } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, type FieldErrors } from '#app/http/form.ts'
import { staffSession } from '../../staff/access.server.ts'
import { actorOf } from '../../staff/rules.ts'
import { passwordProblem } from '../../staff/rules/password.ts'
import { setPassword } from '../../staff/store/authenticator.server.ts'
import { endSessions } from '../../staff/store/sessions.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../../staff/store/sign-in.server.ts'
import { passwordWords, staffRefusalWords } from '../../staff/words.ts'
import { newPasswordInput } from '../input.ts'
import { authenticatorSetup } from './entry-flow.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Sets password and authenticator of who is signed in, and ends their other sessions. Answers with recovery codes if they
 * have none yet. A refused form comes back with the same authenticator, which they may have scanned already.
 */
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
    const hasCodes = (await countRecoveryCodes(work.tx, member.id)) > 0
    return { ok: true as const, codes: hasCodes ? [] : await makeRecoveryCodes(work, member.id) }
  })
  if (!done.ok) return refuse(409, { code: [staffRefusalWords[done.why]] })
  return { codes: done.codes }
}
