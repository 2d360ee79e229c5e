import {
  createContext,
  data,
  redirect,
  type RouterContextProvider,
  type MiddlewareFunction,
} from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { clearCookie, writeCookie, readCookie } from '#app/http/cookies.server.ts'
import type { Missing } from '#app/http/errors.ts'
import { readForm } from '#app/http/form.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { minute } from '#app/kit/clock.ts'
import {
  mayDo,
  type StaffMember,
  type StaffRight,
  isRecent,
  sessionMs,
  meets,
  type StaffRequirement,
} from './rules.ts'
import { holdForm, type StaffSession, findEndedMember, findSession } from './store/sessions.server.ts'
import type { RelyingParty } from './store/passkeys.server.ts'

type Context = Readonly<RouterContextProvider>

const sessionCookie = 'paco-staff'
export const stepCookie = 'paco-staff-step'

/** The session of the request, set by the guard of every route under `/staff`; `null` when nobody is signed in. */
export const staffContext = createContext<StaffSession | null>(null)

/** @throws The 403 page when nobody is signed in. */
export function staffMember(context: Context): StaffMember {
  const session = context.get(staffContext)
  if (!session) throw forbidden()
  return session.member
}

/** @throws The 403 page when their role does not have it. */
export function requireRight(context: Context, right: StaffRight): StaffMember {
  const member = staffMember(context)
  if (!context.get(staffContext)?.isSetUp || !mayDo(member.role, right)) throw forbidden()
  return member
}

/** The session of the member who is signed in. @throws The 403 page when nobody is. */
export function staffSession(context: Context): StaffSession {
  const session = context.get(staffContext)
  if (!session) throw forbidden()
  return session
}

/** Before money or rules: within ten minutes of a sign-in. A form is stored, to be sent again after one. @throws A redirect. */
export async function requireRecentSignIn(context: Context, request: Request): Promise<void> {
  const session = staffSession(context)
  const shop = context.get(shopContext)
  // Who has no way to sign in yet cannot prove anything again, and has no right either.
  if (!session.isSetUp || isRecent(session, shop.now())) return
  throw redirect(await againPath(context, request, session.member.id), 303)
}

/** Before personal data or books leave as a file. @throws The 403 page, or a redirect to `/staff/again`. */
export function requireExport(context: Context, right: StaffRight, page: string): StaffMember {
  requireRight(context, 'export')
  const member = requireRight(context, right)
  if (isRecent(staffSession(context), context.get(shopContext).now())) return member
  throw redirect(`/staff/again?next=${encodeURIComponent(page)}`, 303)
}

async function againPath(context: Context, request: Request, memberId: string): Promise<string> {
  const path = pagePath(request)
  if (request.method === 'POST') {
    const sent = await readForm(request).catch(() => undefined)
    const fields = [...(sent ?? [])].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const form = sent && (await holdForm(context.get(shopContext), memberId, { path, fields }))
    if (form) return `/staff/again?form=${form}`
  }
  return `/staff/again?next=${encodeURIComponent(path)}`
}

function pagePath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

export function setSessionCookie(context: Context, token: string): void {
  setCookie(context, sessionCookie, token, sessionMs / 1_000)
}

export function setStepCookie(context: Context, token: string): void {
  setCookie(context, stepCookie, token, (10 * minute) / 1_000)
}

export function clearStaffCookies(context: Context): void {
  const https = isHttps(context.get(shopContext))
  for (const name of [sessionCookie, stepCookie])
    context.get(visitContext).cookies.push(clearCookie(name, { https }))
}

function setCookie(context: Context, name: string, value: string, maxAgeSeconds: number) {
  const https = isHttps(context.get(shopContext))
  context.get(visitContext).cookies.push(writeCookie(name, value, { https, maxAgeSeconds }))
}

/** Whom passkeys are made for: the shop's public host or, for a shop of this machine alone, the host in the browser. */
export function relyingParty(context: Context, request: Request): RelyingParty {
  const { publicUrl } = context.get(shopContext)
  const { origin, hostname } = new URL(context.get(visitContext).isLocal ? request.url : publicUrl)
  return { id: hostname, origin }
}

/** Throw this: the 403 page of somebody whose role is too low. */
export function forbidden() {
  const words: Missing = {
    title: 'Not Your Sheet',
    text: 'Your role does not open this page. The owner can change roles under People.',
    link: { to: '/staff', label: 'Back to Today' },
  }
  return data(words, { status: 403 })
}

const signInPath = '/staff/sign-in'
const welcomePath = '/staff/welcome'

/** Before any loader or action runs. */
export function guard(requirement: StaffRequirement | undefined): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const shop = context.get(shopContext)
    const token = readCookie(request, sessionCookie)
    if (token && !context.get(staffContext))
      context.set(staffContext, (await findSession(shop.db, token, shop.now())) ?? null)
    const session = context.get(staffContext)
    const visitor = session ? { role: session.member.role, isSetUp: session.isSetUp } : undefined
    if (!meets(visitor, requirement)) {
      if (!visitor) throw await toSignIn(context, request, token)
      if (!visitor.isSetUp) throw redirect(welcomePath, 303)
      context.get(visitContext).report('staff_refused')
      throw forbidden()
    }
    const response = await next()
    response.headers.set('Cache-Control', 'private, no-store')
    response.headers.set('X-Robots-Tag', 'noindex')
    return response
  }
}

/** A session that ended while a form was being filled in: the form is there after signing in again. */
async function toSignIn(
  context: Readonly<RouterContextProvider>,
  request: Request,
  token: string | undefined,
): Promise<Response> {
  const { db } = context.get(shopContext)
  const memberId = token && request.method === 'POST' ? await findEndedMember(db, token) : undefined
  const back = memberId ? await againPath(context, request, memberId) : pagePath(request)
  return redirect(`${signInPath}?next=${encodeURIComponent(back)}`, 303)
}
