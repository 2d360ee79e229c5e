import { ButtonLink } from '#app/ui/button.tsx'
import { contactWords } from '../words.ts'

export function Received({ code, path }: { code: string; path: string }) {
  const { title, text, again } = contactWords.received
  return (
    <div
      id="write"
      role="status"
      tabIndex={-1}
      data-draft-done={path}
      className="panel p-panel grid scroll-mt-24 content-center gap-4 focus:outline-none lg:min-h-[420px]"
    >
      <h2 className="h2">{title}</h2>
      <p className="numeral text-title font-hairline text-accent">{code}</p>
      <p className="lead">{text}</p>
      <div className="btns">
        <ButtonLink to={path}>{again}</ButtonLink>
      </div>
    </div>
  )
}
