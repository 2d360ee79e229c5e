import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { linkWords } from '../words/links.ts'

/** Actions for the private links of an order. The page never contains a link: one is made on request. */
export function PrivateLink({ orderId, formKey }: { orderId: string; formKey: string }) {
  const [show, end] = [`/orders/${orderId}/link`, `/orders/${orderId}/link/ending`]
  return (
    <section className="print:hidden" aria-labelledby="private-link">
      <h2 className="h3" id="private-link">
        {linkWords.title}
      </h2>
      <p className="text-sm text-muted">{linkWords.text}</p>
      <div className="btns">
        <Form method="post" action={show}>
          <input type="hidden" name="key" value={formKey} autoComplete="off" />
          <Button size="sm" busyLabel={linkWords.showing}>
            {linkWords.show}
          </Button>
        </Form>
        <Form method="post" action={end}>
          <input type="hidden" name="key" value={formKey} autoComplete="off" />
          <Button size="sm" busyLabel={linkWords.ending}>
            {linkWords.end}
          </Button>
        </Form>
      </div>
      <p className="text-sm text-muted">{linkWords.endHint}</p>
    </section>
  )
}

export function LinkToCopy({ link }: { link: string }) {
  return (
    <div className="join items-center">
      <code className="rounded-control border border-dashed border-control px-4 py-3 font-mono text-sm text-ink wrap-anywhere">
        {link}
      </code>
      <CopyButton text={link} label="Copy the link" copied="Link copied" />
    </div>
  )
}
