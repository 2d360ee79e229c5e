import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useIsOpenPage } from './open-pages.ts'

/** The emphasis of a button: one `primary` per screen, `text` for the least. */
export type ButtonVariant = 'primary' | 'secondary' | 'text'

type Look = {
  variant?: ButtonVariant
  /** `md` is 48 px high, `sm` 40 px. */
  size?: 'md' | 'sm'
  /** Fills the width it is given. */
  block?: boolean
}

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** While true the button shows `busyLabel`, keeps its width and its focus, and cannot be pressed again. */
    busy?: boolean
    /** The label while busy, for example `Processing...`. By default the label stays. */
    busyLabel?: ReactNode
  }

/** A button. Like in HTML, it submits its form unless `type="button"`. */
export function Button({ variant, size, block, className, busy = false, busyLabel, ...rest }: ButtonProps) {
  const { children, disabled, onClick, ...props } = rest
  return (
    // oxlint-disable-next-line react/button-has-type -- the caller's type is handed on
    <button
      {...props}
      className={buttonClass({ variant, size, block, className })}
      disabled={disabled}
      // Not `disabled` while busy: that would drop the keyboard focus to the top of the page.
      aria-disabled={busy || props['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? stop : onClick}
    >
      {busyLabel === undefined ? children : <TwoLabels busy={busy} label={children} busyLabel={busyLabel} />}
    </button>
  )
}

/**
 * A link that looks like a button. `to` may be a route, a hash, or a full address. Where its page is switched off or empty
 * there is none.
 */
export function ButtonLink({ variant, size, block, className, ...props }: Look & LinkProps) {
  const isOpen = useIsOpenPage()
  if (typeof props.to === 'string' && !isOpen(props.to)) return null
  return <Link {...props} className={buttonClass({ variant, size, block, className })} />
}

function TwoLabels({ busy, label, busyLabel }: { busy: boolean; label: ReactNode; busyLabel: ReactNode }) {
  return (
    <span className="btn-labels">
      <span data-off={busy || undefined}>{label}</span>
      <span data-off={busy ? undefined : true}>{busyLabel}</span>
    </span>
  )
}

/** The classes of a button, for an element that is neither a button nor a link (a `summary`, a file label). */
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

function stop(event: MouseEvent) {
  event.preventDefault()
}
