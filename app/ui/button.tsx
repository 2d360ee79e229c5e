import type { ComponentProps, ReactNode } from 'react'
import { useIsOpenPage } from './open-pages.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'text'

type Look = {
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
}

type ButtonLinkProps = Look & ComponentProps<'a'> & { href: string }

type ButtonProps = Look &
  ComponentProps<'button'> & {
    busyLabel?: ReactNode
  }

export function Button({ variant, size, block, className, busyLabel, children, ...props }: ButtonProps) {
  return (
    // oxlint-disable-next-line react/button-has-type -- the caller's type is handed on
    <button {...props} className={buttonClass({ variant, size, block, className })}>
      {busyLabel === undefined ? (
        children
      ) : (
        <span className="btn-labels">
          <span>{children}</span>
          <span aria-hidden>{busyLabel}</span>
        </span>
      )}
    </button>
  )
}

/** Where its page is switched off or empty there is none. */
export function ButtonLink({ variant, size, block, className, children, ...props }: ButtonLinkProps) {
  const isOpen = useIsOpenPage()
  if (!isOpen(props.href)) return null
  return (
    <a {...props} className={buttonClass({ variant, size, block, className })}>
      {children}
    </a>
  )
}

export function buttonClass(
  look: { [K in keyof Look]: Look[K] | undefined } & { className?: string | undefined },
) {
  const { variant = 'secondary', size = 'md', block = false, className } = look
  return ['btn', variants[variant], size === 'sm' && 'btn-sm', block && 'btn-block', className]
    .filter(Boolean)
    .join(' ')
}

const variants = { primary: 'btn-primary', secondary: 'btn-secondary', text: 'btn-text' } satisfies Record<
  ButtonVariant,
  string
>
