import type { ReactNode } from 'react'

type MailPreviewProps = {
  to: string
  subject: string
  /** The body's text, or an element that draws it. What was filled in is set in `<b>`. */
  children: ReactNode
  /** Send and edit. */
  actions?: ReactNode
}

/** A mail before it goes, made by the function that will send it. */
export function MailPreview({ to, subject, children, actions }: MailPreviewProps) {
  return (
    <section className="con-mail" aria-label="Mail preview">
      <dl>
        <div>
          <dt>To</dt>
          <dd>{to}</dd>
        </div>
        <div>
          <dt>Re</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      <div className="con-mail-body">{children}</div>
      {actions !== undefined && <footer className="flex gap-2">{actions}</footer>}
    </section>
  )
}
