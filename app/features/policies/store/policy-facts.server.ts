import type { Shop } from '#app/http/context.server.ts'
import { findClaims } from '../../claims/store.server.ts'
import { fillPolicy, outsideFacts, type Policy } from '../rules.ts'

const keys = ['age.sbr', 'deposit.reservation', 'support.email', 'support.postal', 'support.hours'] as const

/** A policy with the figures that it names, as the claims in force today say them. */
export async function fillForShop(
  policy: Policy,
  { db, now, timeZone, gateway, schedulingWidgetUrl }: Shop,
): Promise<Policy> {
  const claims = await findClaims(db, keys, now(), timeZone)
  const figures = {
    age: claims['age.sbr']?.figure,
    deposit: claims['deposit.reservation']?.figure,
    email: claims['support.email']?.figure,
    postal: claims['support.postal']?.text,
    hours: claims['support.hours']?.figure,
    ...outsideFacts({
      cardForm: gateway.checkout.kind === 'hosted-fields' ? hostOf(gateway.checkout.host) : undefined,
      calendar: schedulingWidgetUrl ? hostOf(schedulingWidgetUrl) : undefined,
    }),
  }
  return fillPolicy(policy, figures)
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
