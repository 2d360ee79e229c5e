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
      <p
        className="absolute -z-1 right-gutter top-1/2 [translate:0_-56%] font-display text-[clamp(180px,38vw,560px)] leading-none font-[100] tracking-[-0.02em] text-hairline [user-select:none] before:[content:attr(data-mark)] max-lg:top-24 max-lg:[translate:0_0] max-lg:text-[46vw]"
        data-mark={mark}
        aria-hidden="true"
      />
      <h1 className="h1 max-w-[14ch]">{title}</h1>
      {text && <p className="lead">{text}</p>}
      <div className="btns mt-4">{children}</div>
    </section>
  )
}
