// The lists of all rules that the operator reads: states, places, purchase ages, and what is soon too old.
import { isStaleRule } from '#app/features/compliance/rules.ts'
import {
  listLocalRules,
  listPurchaseAges,
  listStateRules,
  rulesExpiringBefore,
} from '#app/features/compliance/store.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { Operator } from './operator.ts'
import { table } from './operator-sheets.ts'
import { done, type VerbResult } from './operator-verb.ts'

/** Rules are announced this long before they are too old to rely on. */
const warnAheadMs = 30 * day

/** Prints all rules, and those that are soon too old to rely on. */
export async function showRules({ paymentCtx }: Operator): Promise<VerbResult> {
  const [states, places, ages, soon] = await Promise.all([
    listStateRules(paymentCtx.db),
    listLocalRules(paymentCtx.db),
    listPurchaseAges(paymentCtx.db),
    rulesExpiringBefore(paymentCtx.db, after(paymentCtx.now(), warnAheadMs)),
  ])
  const checked = (rule: { asOf: string }) =>
    isStaleRule(rule, paymentCtx.now()) ? `${rule.asOf}, too old` : rule.asOf
  const rounds = (limit: number | null) => (limit === null ? '-' : String(limit))
  return done(
    [
      table(
        [
          'State',
          'SBR',
          'SBS',
          'Suppressor',
          'Rifle',
          'Handgun',
          'AOW',
          'Receiver',
          'Default',
          'Handgun',
          'Long gun',
          'Magazines',
          'Checked',
          'Version',
        ],
        states.map((rule) => [
          rule.state,
          rule.sbr,
          rule.sbs,
          rule.suppressor,
          rule.rifle ?? '-',
          rule.handgun ?? '-',
          rule.aow ?? '-',
          rule.receiver ?? '-',
          rule.suggestedDefault,
          rounds(rule.magazineLimitHandgun),
          rounds(rule.magazineLimitLongGun),
          rule.magazineStatus,
          checked(rule),
          String(rule.version),
        ]),
      ),
      table(
        ['Place', 'State', 'ZIP codes from', 'Firearms', 'Magazines', 'Rounds', 'Checked', 'Version'],
        places.map((rule) => [
          rule.id,
          rule.state,
          rule.zips.join(' '),
          rule.firearms ?? '-',
          rule.magazines ?? '-',
          rounds(rule.magazineLimit),
          checked(rule),
          String(rule.version),
        ]),
      ),
      table(
        ['Soon too old', 'Rule', 'Checked', 'Reviewed from'],
        soon.map(({ kind, id, name, asOf, staleOn }) => [`${kind} ${id}`, name, asOf, staleOn]),
      ),
      table(
        ['Class', 'State', 'From age', 'Checked', 'Version'],
        ages.map((age) => [age.ageClass, age.state, String(age.years), checked(age), String(age.version)]),
      ),
    ].join('\n\n'),
  )
}
