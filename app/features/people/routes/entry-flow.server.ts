import { redirect, type RouterContextProvider } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import type { SubmittedFields } from '#app/http/form.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { formError } from '#app/http/refused.ts'
import { qrCode } from '#app/kit/qr-code.ts'
import { consolePath } from '../../console/rules/path.ts'
import { setSessionCookie } from '../../staff/access.server.ts'
import type { StaffMember } from '../../staff/rules.ts'
import { deviceOf } from '../../staff/rules/device.ts'
import { newAuthenticator } from '../../staff/store/authenticator.server.ts'
import { type StaffRefusal, staffRefusalWords } from '../../staff/words.ts'
import type { Setup } from '../components/password-form.tsx'

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
export function refusedWords(context: Context, why: StaffRefusal): string {
  context.get(visitContext).report(why === 'locked' ? 'staff_locked' : 'staff_sign_in_refused')
  return staffRefusalWords[why]
}

/** A form of a sign-in that was refused: 429 while too many tries lock it. The words are beside `field`. */
export function refusedForm(
  context: Context,
  why: StaffRefusal,
  field: 'form' | 'code',
  given: SubmittedFields,
) {
  return formError(why === 'locked' ? 429 : 409, { [field]: [refusedWords(context, why)] }, given)
}

/** A new authenticator for the page; with `sealed`, the one that the form already showed. */
export function authenticatorSetup(context: Context, member: StaffMember, sealed?: string): Setup {
  const made = newAuthenticator(context.get(shopContext).keyedHash, member, sealed)
  return { square: qrCode(made.address), letters: made.letters, sealed: made.sealed }
}
