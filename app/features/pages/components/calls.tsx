import { ButtonLink } from '#app/ui/button.tsx'
import { type Call, publicCalls } from '../rules.ts'

type Props = {
  calls: readonly Call[]
  /** Whether the first one is the page's one loud button. */
  loud?: boolean
  size?: 'md' | 'sm'
}

/** What to do next, as buttons. A call whose page does not stand yet is not shown, and without any there is no row. */
export function Calls({ calls, loud = false, size = 'md' }: Props) {
  const shown = publicCalls(calls)
  if (!shown.length) return null
  return (
    <div className="btns">
      {shown.map(({ label, to }, at) => (
        <ButtonLink key={label} to={to} size={size} variant={loud && at === 0 ? 'primary' : 'secondary'}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}
