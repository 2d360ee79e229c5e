import { type AgeRule, ageClassOf, ageWithoutRule, minimumAgeOf } from '#app/features/compliance/rules.ts'
import { acceptedVersions } from '#app/features/orders/refunds.ts'
import type { AcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import type { Order, SellableLine, Sellables } from '#app/features/orders/store/lines.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { attestationSentence } from './words.ts'

type AttestedLine = Pick<SellableLine['line'], 'kind' | 'quantity' | 'fulfillment' | 'itemClass' | 'magazine'>

type Attestation = {
  sentence: string
  age: number
  /** Identifies the sentence and the policy versions. The form sends it back, so that nobody confirms what they did not see. */
  statement: string
  accepted: AcceptedVersions
}

/** Until the buyer's state is stored, the sentence names the highest age that applies in any state. */
export function attestationOf(
  sellables: Sellables,
  { buyerState, lines }: Pick<Order, 'buyerState'> & { lines: readonly AttestedLine[] },
  ages: readonly AgeRule[],
  accepted: AcceptedVersions = acceptedVersions,
): Attestation {
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
  return { sentence, age, accepted, statement: statementOf({ attestation: sentence, ...accepted }) }
}

export function confirmedStatement({
  attestation,
  termsVersion,
  refundPolicyVersion,
}: Pick<Order, 'attestation' | 'termsVersion' | 'refundPolicyVersion'>): string | undefined {
  if (!attestation || !termsVersion || !refundPolicyVersion) return undefined
  return statementOf({ attestation, termsVersion, refundPolicyVersion })
}

function statementOf(accepted: { attestation: string; termsVersion: string; refundPolicyVersion: string }) {
  return fingerprint(
    JSON.stringify([accepted.attestation, accepted.termsVersion, accepted.refundPolicyVersion]),
  )
}
