import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import { buttonWords, notYet } from '../words.ts'

/** The way to the pack. Until it is sold this is its list, and the dialog says so. */
export function DownloadPack({ loud = false, block = false }: { loud?: boolean; block?: boolean }) {
  return (
    <WaitlistButton
      label={buttonWords.download}
      variant={loud ? 'primary' : 'secondary'}
      block={block}
      topic="trust-pack"
      title={notYet.dialogTitle}
      description={notYet.dialog}
    />
  )
}
