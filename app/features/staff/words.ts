import { type SignInMethod, type StaffRole, passwordLength, type PasswordProblem } from './rules.ts'

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
