import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
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
}

/** The pack's downloads, and what a download means for a refund. */
export function PackFiles({ orderId, state, downloaded, isRefundable }: Props) {
  const path = `/orders/${orderId}/trust`
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
            />
          ))}
      </ul>
      <BlankTemplate path={path} state={state} />
    </section>
  )
}

function FileRow({ file, href, isDownloaded }: { file: PackFile; href: string; isDownloaded: boolean }) {
  return (
    <li>
      <a
        className="group grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-3"
        href={href}
        download
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
          {fileWords[file].kind}
        </span>
      </a>
    </li>
  )
}

/** The template without answers, for any state, in both formats. */
function BlankTemplate({ path, state }: { path: string; state: string }) {
  return (
    <form method="get" action={`${path}/blank.docx`} className="grid gap-3 border-t border-hairline pt-4">
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
  )
}
