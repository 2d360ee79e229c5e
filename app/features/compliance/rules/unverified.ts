import type { ItemClass, StateRule } from '../rules.ts'

const unverifiedFlags: Record<string, readonly ItemClass[] | 'all'> = {
  verify_before_launch: 'all',
  ballot_result_unverified: 'all',
  verify_sbs: ['sbs'],
  verify_state_registration: ['sbr', 'sbs', 'suppressor', 'aow'],
}

/** Where the operator noted a low confidence, or that the row has to be verified. */
export function isUnverified(
  { confidence, sbsConfidence, flags }: Pick<StateRule, 'confidence' | 'sbsConfidence' | 'flags'>,
  about: ItemClass | 'magazine',
): boolean {
  if ((about === 'sbs' ? sbsConfidence : confidence) === 'low') return true
  return flags.some((flag) => {
    const classes = unverifiedFlags[flag] ?? []
    return classes === 'all' || (about !== 'magazine' && classes.includes(about))
  })
}
