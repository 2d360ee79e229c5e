import {
  ageClassOf,
  type AgeRule,
  ageWithoutRule,
  minimumAgeOf,
} from '#app/features/compliance/rules/ages.ts'
import { acceptedVersions } from '#app/features/orders/rules/policy-versions.ts'
import type { AcceptedVersions } from '#app/features/orders/store/accepted-versions.server.ts'
import type { Order, Sellables } from '#app/features/orders/store/lines.server.ts'
import type { orderLines } from '#app/features/orders/tables.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { attestationSentence } from '../words/attestation.ts'

type AttestedLine = Pick<
  typeof orderLines.$inferSelect,
  'kind' | 'quantity' | 'fulfillment' | 'itemClass' | 'magazine'
>

export type Attestation = {
  sentence: string
  age: number
  /** Identifies the sentence and the policy versions. The form sends it back, so that nobody confirms what they did not see. */
  statement: string
  accepted: AcceptedVersions
}

/**
 * The attestation of an order by its lines, the purchase ages and the versions of the policies in force. The buyer's state counts once it is stored: until then
 * the sentence names the highest age that applies in any state.
 */
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
