import type { Shop } from '#app/http/context.server.ts'
import { findClaims } from '../../claims/store.server.ts'
import type { PolicyFacts } from '../rules.ts'

const keys = ['age.sbr', 'deposit.reservation', 'support.email', 'support.postal', 'support.hours'] as const

/** The figures that the policies name, as the claims in force today say them. */
export async function findFacts({ db, now, timeZone }: Shop): Promise<PolicyFacts> {
  const claims = await findClaims(db, keys, now(), timeZone)
  const figures = {
    age: claims['age.sbr']?.figure,
    deposit: claims['deposit.reservation']?.figure,
    email: claims['support.email']?.figure,
    postal: claims['support.postal']?.text,
    hours: claims['support.hours']?.figure,
  }
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined))
}
