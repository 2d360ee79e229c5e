import type { ReactNode } from 'react'
import { ButtonLink, type ButtonVariant } from '#app/ui/button.tsx'

type Props = { variant?: ButtonVariant; block?: boolean; children: ReactNode }

/** Goes to the builder, which says that the pack comes free with a build's slot. */
export function BundleButton({ variant = 'secondary', block = false, children }: Props) {
  return (
    <ButtonLink
      to="/build?trust=yes#platforms"
      variant={variant}
      block={block}
      className={block ? 'self-end' : undefined}
    >
      {children}
    </ButtonLink>
  )
}
