import { ButtonLink } from '#app/ui/button.tsx'
import { type Call, publicCalls } from '../rules.ts'

type Props = {
  calls: readonly Call[]
  /** Whether the first one is the page's one loud button. */
  isPrimary?: boolean
  size?: 'md' | 'sm'
}

/** What to do next, as buttons. A call whose page does not stand yet is not shown, and without any there is no row. */
export function CtaButtons({ calls, isPrimary = false, size = 'md' }: Props) {
  const available = publicCalls(calls)
  if (!available.length) return null
  return (
    <div className="btns">
      {available.map(({ label, to }, index) => (
        <ButtonLink
          key={label}
          to={to}
          size={size}
          variant={isPrimary && index === 0 ? 'primary' : 'secondary'}
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}
