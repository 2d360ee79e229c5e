import { ButtonLink } from '#app/ui/button.tsx'
import { useIsOpenPage } from '#app/ui/open-pages.ts'
import { type Call, publicCalls } from '../rules.ts'

type Props = {
  calls: readonly Call[]
  isPrimary?: boolean
  size?: 'md' | 'sm'
}

export function CtaButtons({ calls, isPrimary = false, size = 'md' }: Props) {
  const isOpen = useIsOpenPage()
  const available = publicCalls(calls).filter(({ to }) => isOpen(to))
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
