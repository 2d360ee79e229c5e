/** The roles of staff, from the widest to the narrowest. */
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

export const challengePurposes = ['passkey_sign_in', 'passkey_new', 'second_factor'] as const

/**
 * What a route under `/staff` requires: a right; `member` for everyone who is signed in; `joining` also for those who have
 * no way to sign in again yet; `anyone` for the pages that lead in. A route without a `handle` is refused to everybody.
 */
export type StaffRequirement = StaffRight | 'member' | 'joining' | 'anyone'

export type StaffHandle = { right: StaffRequirement }

export type Visitor = { role: StaffRole; isSetUp: boolean } | undefined

/** Whether somebody meets what a route requires. What is missing or unknown is met by nobody. */
export function meets(visitor: Visitor, requirement: StaffRequirement | undefined): boolean {
  if (requirement === 'anyone') return true
  if (visitor === undefined || requirement === undefined) return false
  if (requirement === 'joining') return true
  return visitor.isSetUp && (requirement === 'member' || mayDo(visitor.role, requirement))
}
