import { hour, minute, day } from '#app/kit/clock.ts'

export const staffRoles = ['owner', 'manager', 'desk', 'bench', 'instructor'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Everything that a role may allow. A route under `/staff` names one of them in its `handle`. */
export const staffRights = [
  'orders.read',
  'orders.write',
  'reviews.decide',
  'money.refund',
  'money.read',
  'shipping',
  'transfers',
  'dealers.write',
  'inbox',
  'subscriptions',
  'classes',
  'classes.plan',
  'drops.write',
  'catalog.write',
  'rules.write',
  'people',
  'audit.read',
  'export',
  'override',
] as const
export type StaffRight = (typeof staffRights)[number]

/** Rights that only the owner has: they change the shop's law, its people, or set a gate aside. */
const ownersOnly: readonly StaffRight[] = ['rules.write', 'people', 'override']

const rightsByRole: Record<StaffRole, readonly StaffRight[]> = {
  owner: staffRights,
  manager: staffRights.filter((right) => !ownersOnly.includes(right)),
  desk: [
    'orders.read',
    'orders.write',
    'reviews.decide',
    'money.read',
    'shipping',
    'transfers',
    'dealers.write',
    'inbox',
    'classes',
    'classes.plan',
    'export',
  ],
  bench: ['orders.read', 'shipping', 'transfers'],
  // Only those that they teach: planning dates, and the rosters of others, take another right.
  instructor: ['classes'],
}

export function mayDo(role: StaffRole, right: StaffRight): boolean {
  return rightsByRole[role].includes(right)
}

export type StaffMember = { id: string; name: string; email: string; role: StaffRole }

export function actorOf({ name, email }: Pick<StaffMember, 'name' | 'email'>): string {
  return `${name} <${email}>`
}

/** Who acted, without their address: `Ada <ada@example.com>` is `Ada`. A machine account stays as it is. */
export function actorName(actor: string): string {
  return actor.replace(/ <[^<>]*>$/, '')
}

/** The ways to sign in. `link` is an invitation or the first owner's link: it opens only what sets up another way. */
export const signInMethods = ['passkey', 'password', 'recovery', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const challengePurposes = ['passkey_sign_in', 'passkey_new'] as const

/** `joining`: also who has no way to sign in again yet. `anyone`: the pages that lead in. Without a `handle` nobody gets in. */
export type StaffRequirement = StaffRight | 'member' | 'joining' | 'anyone'

/** `title` is that of the sheet. One that depends on what is shown is said where the sheet is drawn. */
export type StaffHandle = { right: StaffRequirement; title?: string }

type Visitor = { role: StaffRole; isSetUp: boolean } | undefined

/** Whether somebody meets what a route requires. What is missing or unknown is met by nobody. */
export function meets(visitor: Visitor, requirement: StaffRequirement | undefined): boolean {
  if (requirement === 'anyone') return true
  if (visitor === undefined || requirement === undefined) return false
  if (requirement === 'joining') return true
  return visitor.isSetUp && (requirement === 'member' || mayDo(visitor.role, requirement))
}

/** A session ends this long after sign-in, however it is used, in milliseconds. */
export const sessionMs = 12 * hour
/** A session that was not used for this long has ended, in milliseconds. */
export const idleMs = 30 * minute
/** Money and rules are changed within this long of a sign-in, in milliseconds. */
export const recentMs = 10 * minute

type SessionTimes = { createdAt: Date; lastSeenAt: Date; signedInAt: Date }

export function isOpen({ createdAt, lastSeenAt }: Omit<SessionTimes, 'signedInAt'>, now: Date): boolean {
  return now.getTime() < createdAt.getTime() + sessionMs && now.getTime() < lastSeenAt.getTime() + idleMs
}

export function isRecent({ signedInAt }: Pick<SessionTimes, 'signedInAt'>, now: Date): boolean {
  return now.getTime() < signedInAt.getTime() + recentMs
}

export type Tries = { times: number; lastAt: Date; lockedUntil: Date | null }

/** How many tries in a row lock. An address may belong to a whole shop, so it has room for several people. */
export const triesPerLock = { account: 5, address: 30 } as const

/** The first lock, in milliseconds. Each further one is twice as long, up to a day. */
const firstLockMs = 15 * minute
/** After this long without a try nothing is remembered, in milliseconds. */
const forgetMs = day

export function isLocked(tries: Tries | undefined, now: Date): boolean {
  return Boolean(tries?.lockedUntil && tries.lockedUntil > now)
}

/** Before it is judged, so that tries side by side are all counted. The last one is still judged; one that signs in takes its count back. */
export function countTry(before: Tries | undefined, perLock: number, now: Date): Tries {
  const isRemembered = before && now.getTime() - before.lastAt.getTime() < forgetMs
  const times = isRemembered ? before.times + 1 : 1
  const lockMs = Math.min(day, firstLockMs * 2 ** (times / perLock - 1))
  const lockedUntil = times % perLock === 0 ? new Date(now.getTime() + lockMs) : null
  return { times, lastAt: now, lockedUntil }
}

export function deviceOf(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? 'A browser'
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  return system ? `${browser} on ${system}` : browser
}

// The first that matches: most browsers also claim to be others.
const browsers = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const

// What a password must be. Length is what counts (NIST SP 800-63B-4, 3.1.1.2): no rules of letters and signs.

/** Lengths in characters. The upper bound keeps hashing cheap. */
const passwordLength = { min: 15, max: 200 } as const

type PasswordProblem = 'short' | 'long' | 'repeated' | 'personal'

export function passwordProblem(
  password: string,
  { name, email }: { name: string; email: string },
): PasswordProblem | undefined {
  const length = Array.from(password).length
  if (length < passwordLength.min) return 'short'
  if (length > passwordLength.max) return 'long'
  if (new Set(password).size < 5) return 'repeated'
  const own = [...name.split(/\s+/), ...email.split('@'), 'paco'].map((word) => word.toLowerCase())
  const rest = own
    .filter((word) => word.length >= 3)
    .reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  return rest.length < 8 ? 'personal' : undefined
}

export const roleWords: Record<StaffRole, { title: string; does: string }> = {
  owner: { title: 'Owner', does: 'everything, with people, rules and overrides.' },
  manager: { title: 'Manager', does: 'all desks, with refunds, drops, the catalog and subscribers.' },
  desk: {
    title: 'Desk',
    does: 'orders, reviews, transfers, shipping, inbox and classes; sees money and takes exports.',
  },
  bench: { title: 'Bench', does: 'sees orders; works on transfers and shipping.' },
  instructor: { title: 'Instructor', does: 'the classes that they teach, and their rosters.' },
}

export const methodWords: Record<SignInMethod, string> = {
  passkey: 'Passkey',
  password: 'Password and code',
  recovery: 'Recovery code',
  link: 'Invitation',
}

export const passwordWords: Record<PasswordProblem, string> = {
  short: `Use at least ${passwordLength.min} characters. A few words in a row are easy to remember.`,
  long: `Use at most ${passwordLength.max} characters.`,
  repeated: 'Use more different characters.',
  personal: 'Leave out your name, your email and ours: they are the first guess.',
}

/** Why a sign-in or a change was refused. Nothing says whether an account exists. */
export const staffRefusalWords = {
  wrong: 'That is not right. Check it and try again.',
  wrong_code: 'That code is not right. Use the newest one in your authenticator.',
  locked: 'Too many tries. Wait 15 minutes, or use a passkey.',
  passkey_refused: 'That passkey was not accepted. Try again, or use another way.',
  last_way_in: 'This is your only way to sign in. Add another one first.',
  owner_exists: 'The shop has an owner already. Ask them for an invitation.',
  invitation_not_found: 'This link was used, revoked, or has expired. Ask for a new one.',
  already_member: 'This person is a member already.',
  just_invited: 'Somebody invited this address at the same moment. Their invitation is in the list.',
  member_not_found: 'There is no such member anymore.',
  not_owner: 'Only an owner changes people.',
  own_role: 'You cannot change your own role. Ask another owner.',
  own_access: 'You cannot end your own access. Ask another owner.',
  name_differs: 'That is not their name as it is written here.',
  last_owner: 'The last owner cannot be removed. Make somebody else an owner first.',
} as const
export type StaffRefusal = keyof typeof staffRefusalWords
