import { listPublished } from '#app/features/texts/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Policy, policyVersions } from '../rules.ts'
import { toPolicy } from '../rules/documents.ts'
import { fillForShop } from '../store/policy-facts.server.ts'

/** The policy in force, published in the console or else the program's, filled in, with all its versions. */
export async function findPolicy(program: Policy, shop: Shop): Promise<Policy> {
  const published = await listPublished(shop.db, program.name)
  const [current] = published
  const filled = await fillForShop(current ? toPolicy(program.name, current.content) : program, shop)
  const versions = published.map(({ version, since }) => ({ version, since }))
  return { ...filled, versions: [...versions, ...policyVersions[program.name]] }
}
