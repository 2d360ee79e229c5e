import { day } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { parseLicenseNumber } from './rules/license-number.ts'

/** License types that may receive a firearm for a customer: dealer, pawnbroker, manufacturer, importer. Not 03 or 06. */
export const receivingTypes = ['01', '02', '07', '08'] as const
export type ReceivingType = (typeof receivingTypes)[number]

export const requestStates = [
  'pending',
  'requested',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'refused',
] as const
/** `pending`: nothing is mailed until staff looked the dealer up. `refused`: they found none. `withdrawn`: another dealer, or the order ended. */
export type RequestState = (typeof requestStates)[number]

const transitions = {
  pending: ['requested', 'refused', 'withdrawn'],
  requested: ['accepted', 'declined', 'expired', 'withdrawn'],
  accepted: ['accepted', 'declined', 'withdrawn'],
  declined: [],
  expired: [],
  withdrawn: [],
  refused: [],
} satisfies Record<RequestState, RequestState[]>

export function canTransition(from: RequestState, to: RequestState): boolean {
  return (transitions[from] as RequestState[]).includes(to)
}

export const addressSources = ['buyer', 'staff', 'file'] as const
/** Who vouches for the address: the `buyer` or `staff`, for one order only, or the `file` of the dealer, where staff confirmed it. */
export type AddressSource = (typeof addressSources)[number]

/** Where a new request begins: a stranger whom the buyer named is mailed only after staff have looked. */
export function firstState(source: AddressSource, isListed: boolean): 'pending' | 'requested' {
  return source === 'buyer' && !isListed ? 'pending' : 'requested'
}

/** As many requests one order causes on one day (UTC). What staff ask does not count. */
export const maxRequestsPerDay = 3

export function mayAskToday(args: number) {
  return args < maxRequestsPerDay ? allowed : refuse('asked_enough')
}

export const answerPeriodMs = 14 * day
export const remindAfterMs = 4 * day

export function mayAnswer(request: { state: RequestState; expiresAt: Date }, now: Date) {
  if (['pending', 'refused', 'withdrawn'].includes(request.state)) return refuse('withdrawn')
  if (request.state === 'declined') return refuse('declined')
  if (request.state === 'accepted') return allowed
  return request.state === 'expired' || request.expiresAt <= now ? refuse('expired') : allowed
}

export const maxUploadBytes = 5 * 1024 * 1024
export const maxUploads = 4

export const maxStaffUploads = 12

/** The most that a search shows. There is no next page: whoever looks for somebody says more, and nobody copies the list. */
export const maxFound = 10

export type DealerQuestion =
  | { by: 'license'; key: string }
  | { by: 'zip'; zip: string; state: string | null }
  | { by: 'words'; words: string[]; state: string | null }

/** A license number asks for its dealer, a ZIP code for what is near, a state at the end narrows. `undefined` when too little was said. */
export function parseQuestion(
  typed: string,
  states: readonly { code: string; name: string }[],
): DealerQuestion | undefined {
  const key = parseLicenseNumber(typed)
  if (key) return { by: 'license', key }
  const query = typed
    .trim()
    .toLowerCase()
    .slice(0, 80)
    .replaceAll(/[’‘`´]/g, "'")
  const zip = /^(\d{5})(-?\d{4})?(?=\s|,|$)|(?<=^|\s|,)(\d{5})(-?\d{4})?$/.exec(query)
  if (zip) return { by: 'zip', zip: zip[1] ?? zip[3] ?? '', state: null }
  const parts = query.split(/[^\p{L}\p{N}']+/u).filter((part) => /[\p{L}\p{N}]/u.test(part))
  const after = ` ${parts.slice(1).join(' ')}`
  // The longest name first: West Virginia is not Virginia.
  const state = states
    .toSorted((one, other) => other.name.length - one.name.length)
    .find(({ code, name }) => [code, name].some((said) => after.endsWith(` ${said.toLowerCase()}`)))
  const stateWords = state && parts.at(-1) !== state.code.toLowerCase() ? state.name.split(' ').length : 1
  // `&` is no word, so `and` is none either.
  const words = (state ? parts.slice(0, -stateWords) : parts).filter((word) => word !== 'and').slice(0, 6)
  // Two letters would match a good part of the country.
  return words.some((word) => word.length >= 3)
    ? { by: 'words', words, state: state?.code ?? null }
    : undefined
}
