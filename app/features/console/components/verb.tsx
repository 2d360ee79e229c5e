import { type ComponentProps, type ReactNode, useId } from 'react'
import { Form } from 'react-router'
import { Key, Shape } from './status.tsx'

type Look = {
  look?: 'primary' | 'stop' | 'quiet' | undefined
  small?: boolean | undefined
  shortcut?: string | undefined
}

type VerbProps = Look &
  ComponentProps<'button'> & {
    /** Why it is not allowed now and what opens it, one sentence each. The button stays in its place and says them. */
    gate?: readonly ReactNode[] | undefined
    busyWords?: string
  }

/** A button of the console. It submits its form unless its type is `button`, as in HTML. */
export function Verb({ look, small, shortcut, gate = [], busyWords, ...props }: VerbProps) {
  const reasons = useId()
  if (gate.length)
    return (
      <span className="grid gap-1">
        <button
          type="button"
          className="con-verb"
          data-gated=""
          data-small={small || undefined}
          aria-disabled="true"
          aria-describedby={reasons}
        >
          <Shape kind="gate" />
          {props.children}
          <span className="text-faint">{gate.length === 1 ? '1 gate' : `${gate.length} gates`}</span>
        </button>
        <span className="con-hint" id={reasons}>
          {gate.map((reason, at) => (
            <span key={at}>{reason} </span>
          ))}
        </span>
      </span>
    )
  return (
    // oxlint-disable-next-line react/button-has-type -- the caller's type is handed on
    <button
      {...props}
      className="con-verb"
      data-look={look}
      data-small={small || undefined}
      data-shortcut={shortcut}
    >
      {busyWords === undefined ? (
        props.children
      ) : (
        <span className="btn-labels">
          <span>{props.children}</span>
          <span aria-hidden>{busyWords}</span>
        </span>
      )}
      {shortcut && <Key>{shortcut}</Key>}
    </button>
  )
}

type VerbFormProps = VerbProps & {
  /** Its hidden fields. */
  sends?: Readonly<Record<string, string | number>>
  to?: string
}

/** A form of one button. */
export function VerbForm({ sends = {}, to, ...verb }: VerbFormProps) {
  return (
    <Form method="post" {...(to !== undefined && { action: to })}>
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
      ))}
      <Verb {...verb} />
    </Form>
  )
}

type VerbLinkProps = Omit<Look, 'shortcut'> & Omit<ComponentProps<'a'>, 'href'> & { to: string }

export function VerbLink({ look, small, children, to, ...props }: VerbLinkProps) {
  return (
    <a {...props} className="con-verb" data-look={look} data-small={small || undefined} href={to}>
      {children}
    </a>
  )
}

export function PrintVerb({ children }: { children: string }) {
  return (
    <span className="contents noscript:hidden">
      <Verb type="button" look="quiet" data-print="">
        {children}
      </Verb>
    </span>
  )
}
