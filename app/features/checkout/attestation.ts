import { type AgeRule, ageClassOf, ageWithoutRule, minimumAgeOf } from '#app/features/compliance/rules.ts'
import type { AcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import type { Order, SellableLine, Sellables } from '#app/features/orders/store/lines.server.ts'
import { fingerprint } from '#app/kit/ids.ts'

type AttestedLine = Pick<SellableLine['line'], 'kind' | 'quantity' | 'fulfillment' | 'itemClass' | 'magazine'>

/**
 * What a buyer confirms before paying. Until their state is stored, the sentence names the highest age that applies in any state.
 * `statement` identifies it and the policy versions: the form sends it back, so that nobody confirms what they did not see.
 */
export function attestationOf(
  sellables: Sellables,
  { buyerState, lines }: Pick<Order, 'buyerState'> & { lines: readonly AttestedLine[] },
  ages: readonly AgeRule[],
  accepted: AcceptedVersions,
) {
  const classes = lines.map(({ itemClass, kind }) => ageClassOf(itemClass, kind))
  const age = minimumAgeOf(classes, buyerState, ages) ?? ageWithoutRule
  const sentence = attestationSentence({
    firearms: lines
      .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
      .reduce((sum, { quantity }) => sum + quantity, 0),
    hasMagazines: lines.some(({ magazine }) => magazine !== null),
    age,
    own: [...new Set(lines.flatMap(({ kind }) => sellables[kind]?.checkoutWords?.attestation ?? []))],
  })
  return { sentence, age, accepted, statement: statementOf(sentence, accepted) }
}

export function confirmedStatement({
  attestation,
  termsVersion,
  refundPolicyVersion,
}: Pick<Order, 'attestation' | 'termsVersion' | 'refundPolicyVersion'>): string | undefined {
  if (!attestation || !termsVersion || !refundPolicyVersion) return undefined
  return statementOf(attestation, { termsVersion, refundPolicyVersion })
}

function statementOf(sentence: string, { termsVersion, refundPolicyVersion }: AcceptedVersions): string {
  return fingerprint(JSON.stringify([sentence, termsVersion, refundPolicyVersion]))
}

/** The last sentence of every attestation, in parts: those with `to` are links to the policy they name. */
export const acceptance: readonly { text: string; to?: '/terms' | '/refunds' }[] = [
  { text: 'I accept the ' },
  { text: 'Terms', to: '/terms' },
  { text: ' and the ' },
  { text: 'Refund Policy', to: '/refunds' },
  { text: '.' },
]

export const acceptanceSentence = acceptance.map(({ text }) => text).join('')

type Attested = {
  firearms: number
  hasMagazines: boolean
  age: number
  /** Sentences of features with lines in the order, instead of the default. They may name `{age}`. */
  own: readonly string[]
}

export function attestationSentence(attested: Attested): string {
  const own = attested.own.map((sentence) => sentence.replaceAll('{age}', String(attested.age)))
  return [eligibility(attested), ...own, acceptanceSentence].filter(Boolean).join(' ')
}

/** For firearms also that they are the actual buyer (the question of ATF Form 4473). */
function eligibility({ firearms, hasMagazines, age, own }: Attested): string {
  const old = `I am ${age} or older`
  const magazines = 'no law where I live keeps me from having these magazines'
  if (firearms > 0) {
    const these = firearms > 1 ? 'these firearms' : 'this firearm'
    const also = hasMagazines ? `, ${magazines}` : ''
    return `${old}, no law keeps me from owning ${these}${also}, and I am the actual buyer, not acting for another person.`
  }
  if (hasMagazines) return `${old}, and ${magazines}.`
  return own.length > 0 ? '' : `${old}.`
}
