import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import { type MouseEvent, type SubmitEvent, useState } from 'react'
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
  /** Calls back once everything typed is saved. Returns whether it has to wait. */
  whenSaved: (call: () => void) => boolean
}

/** The page reloads its data this long after a download began; until then its control says that it is being prepared. */
const noticeMs = 1_500

/** The pack's downloads, and what a download means for a refund. */
export function PackFiles({ orderId, state, downloaded, isRefundable, whenSaved }: Props) {
  const { revalidate } = useRevalidator()
  const path = `/orders/${orderId}/trust`

  // A page gets no events about a download.
  const [preparing, setPreparing] = useState<PackFile>()
  function prepare(file: PackFile) {
    setPreparing(file)
    setTimeout(() => {
      setPreparing((now) => (now === file ? undefined : now))
      void revalidate()
    }, noticeMs)
  }

  function take(event: MouseEvent<HTMLAnchorElement>, file: PackFile) {
    const { href } = event.currentTarget
    prepare(file)
    if (whenSaved(() => location.assign(href))) event.preventDefault()
  }

  return (
    <section className="grid gap-4 rounded-plate border border-hairline bg-sheet p-6" aria-labelledby="files">
      <h2 className="h2" id="files">
        Documents
      </h2>
      <p className={isRefundable ? 'border-l-2 border-accent pl-3 text-sm text-muted' : 'text-sm text-muted'}>
        {isRefundable ? packWords.refundable : downloaded.length > 0 && packWords.downloaded}
      </p>
      <ul className="divide-y divide-hairline">
        {packFiles
          .filter((file) => !file.startsWith('blank'))
          .map((file) => (
            <FileRow
              key={file}
              file={file}
              href={`${path}/${file}`}
              isDownloaded={downloaded.includes(file)}
              isPreparing={preparing === file}
              onTake={(event) => take(event, file)}
            />
          ))}
      </ul>
      <BlankTemplate path={path} state={state} preparing={preparing} onTake={prepare} />
    </section>
  )
}

type RowProps = {
  file: PackFile
  href: string
  isDownloaded: boolean
  isPreparing: boolean
  onTake: (event: MouseEvent<HTMLAnchorElement>) => void
}

function FileRow({ file, href, isDownloaded, isPreparing, onTake }: RowProps) {
  return (
    <li>
      {/* A plain link: the router must not prefetch it, because the first download ends the refund. */}
      <a
        className="group grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-3"
        href={href}
        download
        onClick={onTake}
        aria-busy={isPreparing || undefined}
      >
        <Download aria-hidden className="size-[18px] text-accent" />
        <span>
          <strong className="block font-bold underline-offset-4 group-hover:underline">
            {fileWords[file].title}
          </strong>
          <small className="mt-0.5 block text-sm leading-snug text-muted">{fileWords[file].text}</small>
        </span>
        <span className="label flex items-center gap-1.5 text-faint">
          {isDownloaded && (
            <>
              <Check aria-hidden className="size-[18px] text-ok" />
              <span className="sr-only">Already downloaded. </span>
            </>
          )}
          <span aria-live="polite">{isPreparing ? packWords.preparing : fileWords[file].kind}</span>
        </span>
      </a>
    </li>
  )
}

type BlankProps = {
  path: string
  state: string
  preparing: PackFile | undefined
  onTake: (file: PackFile) => void
}

/** The template without answers, for any state, in both formats. */
function BlankTemplate({ path, state, onTake }: BlankProps) {
  return (
    <form
      method="get"
      action={`${path}/blank.docx`}
      className="grid gap-3 border-t border-hairline pt-4"
      onSubmit={({ nativeEvent }: SubmitEvent<HTMLFormElement>) =>
        onTake(nativeEvent.submitter?.hasAttribute('formaction') ? 'blank.pdf' : 'blank.docx')
      }
    >
      <SelectField
        name="state"
        label="Blank template for"
        defaultValue={state}
        placeholder="Any state"
        options={states.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <div className="btns">
        <Button size="sm" busyLabel={packWords.preparing}>
          Word
        </Button>
        <Button
          size="sm"
          formAction={`${path}/blank.pdf`}
          busyLabel={packWords.preparing}
        >
          Fillable PDF
        </Button>
      </div>
    </form>
  )
}
