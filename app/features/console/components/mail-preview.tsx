import type { ReactNode } from 'react'

type MailPreviewProps = {
  to: string
  subject: string
  /** The body's text, or an element that draws it. What was filled in is set in `<b>`. */
  children: ReactNode
}

const line = 'flex gap-3 border-b border-hairline px-3 py-1.5'

export function MailPreview({ to, subject, children }: MailPreviewProps) {
  return (
    <section className="rounded-control border border-control" aria-label="Mail preview">
      <dl>
        <div className={line}>
          <dt className="flex-none text-faint">To</dt>
          <dd>{to}</dd>
        </div>
        <div className={line}>
          <dt className="flex-none text-faint">Re</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      <div className="px-3 py-2 whitespace-pre-wrap text-muted [&_:is(b,strong)]:font-medium [&_:is(b,strong)]:text-ink">
        {children}
      </div>
    </section>
  )
}
