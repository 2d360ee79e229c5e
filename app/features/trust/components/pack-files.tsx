import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import type { MouseEvent } from 'react'
import { useRevalidator } from 'react-router'
import { states } from '#app/features/compliance/rules.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { type PackFile, packFiles } from '../rules.ts'
import { fileWords, packWords } from '../words.ts'

type Props = {
  orderId: string
  state: string
  downloaded: readonly PackFile[]
  isRefundable: boolean
  /** Calls once everything typed is saved; returns whether it has to wait for that. */
  whenSaved: (call: () => void) => boolean
}

/** A moment after a download has begun, the page asks what it changed. */
const noticeMs = 1_500

/** Everything that can be downloaded, and what a download means for a refund. */
export function PackFiles({ orderId, state, downloaded, isRefundable, whenSaved }: Props) {
  const { revalidate } = useRevalidator()
  const path = `/orders/${orderId}/trust`

  function take(event: MouseEvent<HTMLAnchorElement>) {
    const { href } = event.currentTarget
    setTimeout(() => void revalidate(), noticeMs)
    if (whenSaved(() => location.assign(href))) event.preventDefault()
  }

  return (
    <section className="pack-files" aria-labelledby="files">
      <h2 className="h2" id="files">
        Documents
      </h2>
      <p className="small" data-clock={isRefundable || undefined}>
        {isRefundable ? packWords.refundable : downloaded.length > 0 && packWords.downloaded}
      </p>
      <ul>
        {packFiles
          .filter((file) => !file.startsWith('blank'))
          .map((file) => (
            <li key={file}>
              {/* A plain link: nothing may fetch it before somebody means to. */}
              <a href={`${path}/${file}`} download onClick={take}>
                <Download aria-hidden />
                <span>
                  <strong>{fileWords[file].title}</strong>
                  <small>{fileWords[file].text}</small>
                </span>
                <span className="label">
                  {downloaded.includes(file) && (
                    <>
                      <Check aria-hidden />
                      <span className="vh">Downloaded before. </span>
                    </>
                  )}
                  {fileWords[file].kind}
                </span>
              </a>
            </li>
          ))}
      </ul>
      <form method="get" action={`${path}/blank.docx`} className="pack-blank">
        <SelectField
          name="state"
          label="Blank template for"
          defaultValue={state}
          placeholder="Any state"
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <div className="btns">
          <Button size="sm">Word</Button>
          <Button size="sm" formAction={`${path}/blank.pdf`}>
            Fillable PDF
          </Button>
        </div>
      </form>
    </section>
  )
}
