import type { ShippingStates } from '../rules.ts'
import { productWords as words } from '../words.ts'

type Props = {
  states: ShippingStates
  needsAdultSignature: boolean
  isGroundOnly: boolean
  checkedOn: string | null
}

/** Where a product is sent, state by state where states differ, with the day on which the rules were checked. */
export function ProductShipping({ states, needsAdultSignature, isGroundOnly, checkedOn }: Props) {
  const { refused, reviewed } = states
  const isEverywhere = refused.length + reviewed.length === 0
  return (
    <div className="grid max-w-[960px] gap-4">
      {isEverywhere && <p>{words.everywhere}</p>}
      <div className="grid gap-x-16 gap-y-4 empty:hidden sm:grid-cols-2">
        {refused.length > 0 && <States title={words.refused} names={refused} />}
        {reviewed.length > 0 && <States title={words.reviewed} names={reviewed} />}
      </div>
      {!isEverywhere && <p className="text-muted">{words.others}</p>}
      {needsAdultSignature && <p>{words.signature}</p>}
      {isGroundOnly && <p>{words.ground}</p>}
      {checkedOn && <p className="text-sm text-faint">State rules as of {checkedOn}.</p>}
    </div>
  )
}

function States({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div className="grid content-start gap-1">
      <h3 className="h4">{title}</h3>
      <p className="text-muted">{names.join(', ')}</p>
    </div>
  )
}
