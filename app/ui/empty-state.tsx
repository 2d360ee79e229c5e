import type { ReactNode } from 'react'

type Props = {
  title: string
  text: ReactNode
  figure?: ReactNode
  actions?: ReactNode
  level?: 1 | 2 | 3
}

export function EmptyState({ title, text, figure, actions, level = 2 }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className="grid justify-items-center gap-3 rounded-plate border border-dashed border-control px-6 py-12 text-center">
      {figure}
      <Heading className="h3 wrap-anywhere">{title}</Heading>
      <p className="max-w-[48ch] text-sm text-muted">{text}</p>
      {actions && <div className="btns mt-2 justify-center max-lg:w-full max-lg:*:w-full">{actions}</div>}
    </div>
  )
}
