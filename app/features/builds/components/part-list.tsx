import { Link } from 'react-router'
import type { Part } from '../rules.ts'
import { partPath } from '../rules/build-address.ts'
import { priceWords } from '../words.ts'

export const shipsWords =
  'As part of a finished build, to a licensed dealer in a state where the build is allowed.'

export function PartList({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className="border-t border-hairline">
      {parts.map(({ id, name, description, priceCents }) => (
        <li
          key={id}
          className="relative grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3"
        >
          <Link className="link justify-self-start after:absolute after:inset-0" to={partPath(id)}>
            {name}
          </Link>
          <span className="numeral">{priceWords(priceCents)}</span>
          <span className="col-span-full text-sm text-muted">{description}</span>
        </li>
      ))}
    </ul>
  )
}
