import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { buttonWords } from '../words.ts'

/** Starts an order for the pack alone and goes to its checkout. */
export function DownloadPack({ isPrimary = false, block = false }: { isPrimary?: boolean; block?: boolean }) {
  return (
    <Form method="post" action="/trust/buy" className={block ? 'grid self-end' : undefined}>
      <Button variant={isPrimary ? 'primary' : 'secondary'} block={block} busyLabel="One moment">
        {buttonWords.download}
      </Button>
    </Form>
  )
}
