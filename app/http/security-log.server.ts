import type { Shop } from './context.server.ts'
import { proofField, type Sender } from './proofs.ts'
import type { LimitName, Limits } from './limits.server.ts'

const securityEvents = {
  origin_refused: 'another site made a browser send a form',
  host_refused: 'the shop was asked for under another name',
  gate_refused: 'data or a form without having passed the age gate',
  over_limit: 'over a rate limit; names the limit',
  link_refused: 'a private link or its cookie that opens nothing',
  code_refused: 'an unknown early-access code',
  webhook_refused: 'a payment webhook without a valid signature',
  proof_refused: 'a form with an invalid proof of work',
  trap_filled: 'a form with the field that only programs see',
  staff_sign_in_refused: 'a sign-in behind the counter that was wrong',
  staff_locked: 'a sign-in behind the counter while its account or address is locked',
  staff_signed_in: 'a sign-in behind the counter',
  staff_refused: 'a page or an action behind the counter, by a member whose role is too low',
  mailbox_refused: 'the local mailbox, from another machine and without its link',
} as const

export type SecurityEvent = keyof typeof securityEvents

export type ReportSecurity = (event: SecurityEvent, detail?: { limit: LimitName | 'streams' }) => void

type Visitor = { requestId: string; address: string }

/** With a hash of the address that changes every day: nobody can be followed beyond it, and no personal data is stored. */
export function openSecurityLog({
  log,
  keyedHash,
  now,
}: Pick<Shop, 'log' | 'keyedHash' | 'now'>): (visitor: Visitor) => ReportSecurity {
  return ({ requestId, address }) =>
    (security, detail) => {
      const day = now().toISOString().slice(0, 10)
      const visitor = keyedHash(`security log ${day} ${address}`).slice(0, 16)
      log.warn({ security, ...detail, requestId, visitor }, 'Security event')
    }
}

const misses: Partial<Record<LimitName, SecurityEvent>> = {
  privateLinkMiss: 'link_refused',
  codeMiss: 'code_refused',
}

export function reportLimits(limits: Limits, report: ReportSecurity): Limits {
  return {
    ...limits,
    async take(name, key) {
      const verdict = await limits.take(name, key)
      const miss = misses[name]
      if (miss) report(miss)
      if (!verdict.ok) report('over_limit', { limit: name })
      return verdict
    },
    async mayTake(name, key) {
      const verdict = await limits.mayTake(name, key)
      if (!verdict.ok) report('over_limit', { limit: name })
      return verdict
    },
  }
}

export function reportSender(report: ReportSecurity, form: FormData, sender: Sender) {
  if (sender === 'trapped') report('trap_filled')
  else if (sender === 'unproven' && form.get(proofField)) report('proof_refused')
}
