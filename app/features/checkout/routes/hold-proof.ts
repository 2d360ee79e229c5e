import { shopContext } from '#app/http/context.server.ts'
import { makeChallenge } from '#app/http/hold-proof.server.ts'
import { maxBits, usualBits } from '#app/http/proof-of-work.ts'
import { identifyHolder } from '../access.server.ts'
import type { Route } from './+types/hold-proof'

export function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const known = identifyHolder(args)
  if (!known) return Response.json({ challenge: null })
  const asks = new URL(args.request.url).searchParams
  const what = (asks.get('what') ?? '').slice(0, 100)
  const subject = {
    what,
    key: (asks.get('key') ?? '').slice(0, 64),
    visitor: known.holder.visitor,
  }
  const bits = Math.round(Number(asks.get('bits')))
  const challenge = makeChallenge(
    shop.keyedHash,
    subject,
    bits >= usualBits && bits <= maxBits ? bits : usualBits,
    shop.now(),
  )
  return Response.json({ challenge }, { headers: { 'Set-Cookie': known.cookie } })
}
