import { isOfficial } from '../../claims/rules.ts'
import type { Reason } from '../rules.ts'

/** The source of a rule in words: its statute, or the site of the authority where it was read. Undefined if it names neither. */
export function citationOf({ cites }: Pick<Reason, 'cites'>): { law: string } | { site: string } | undefined {
  if (!cites) return undefined
  if (cites.law) return { law: cites.law }
  const source = cites.sources.find((address) => isOfficial(address))
  const site = source && URL.parse(source)?.hostname.replace(/^www\./, '')
  return site ? { site } : undefined
}
