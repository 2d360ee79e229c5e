import type { ReactNode } from 'react'
import { LinkedText } from './linked-text.tsx'

type Props = {
  title: ReactNode
  text: ReactNode
  /** `status` where it appears on a page that is already open. */
  role?: 'status' | 'alert'
}

export function RefusalNotice({ title, text, role }: Props) {
  return (
    <div className="rounded-control border border-stop bg-stop-tint px-4 py-3 leading-normal" role={role}>
      <b className="font-bold">{title}</b>
      <p className="text-muted">{typeof text === 'string' ? <LinkedText text={text} /> : text}</p>
    </div>
  )
}

export function FormRefusal({ text }: { text: string | null | undefined }) {
  return (
    text && (
      <p className="field-error" role="alert">
        <LinkedText text={text} />
      </p>
    )
  )
}
