import type { ReactNode } from 'react'

type Props = {
  mark: string
  title: string
  text?: string | undefined
  children: ReactNode
}

export function StatusPlate({ mark, title, text, children }: Props) {
  return (
    <section className="wrap relative isolate grid min-h-[70svh] content-end justify-items-start gap-4 overflow-clip pt-24 pb-20 lg:min-h-[max(480px,calc(82svh-var(--spacing-nav)))]">
      <p className="status-mark" data-mark={mark} aria-hidden="true" />
      <h1 className="h1 max-w-[14ch]">{title}</h1>
      {text && <p className="lead">{text}</p>}
      <div className="btns mt-4">{children}</div>
    </section>
  )
}
